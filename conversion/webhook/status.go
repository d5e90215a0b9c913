package webhook

import (
	"fmt"
	"mime"
	"net/http"
	"strings"
)

// StatusError says that a webhook answered with an HTTP status that is no
// success.
type StatusError struct {
	// Code is the HTTP status.
	Code int

	text string // of the body, "unknown" if it is no text
}

// statusTexts are the server's words for a status.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewGenericServerResponse.
var statusTexts = map[int]string{
	http.StatusConflict:            "the server reported a conflict",
	http.StatusNotFound:            "the server could not find the requested resource",
	http.StatusBadRequest:          "the server rejected our request for an unknown reason",
	http.StatusUnauthorized:        "the server has asked for the client to provide credentials",
	http.StatusMethodNotAllowed:    "the server does not allow this method on the requested resource",
	http.StatusUnprocessableEntity: "the server rejected our request due to an error in our request",
	http.StatusServiceUnavailable:  "the server is currently unable to handle the request",
	http.StatusGatewayTimeout:      "the server was unable to return a response in the time allotted, but may still be processing the request",
	http.StatusTooManyRequests:     "the server has received too many requests and has asked us to try again later",
}

// Error is the server's text, which shows the body for some codes.
func (e *StatusError) Error() string {
	switch text := statusTexts[e.Code]; {
	case text != "":
		return text
	case e.Code == http.StatusForbidden, e.Code == http.StatusUnsupportedMediaType:
		return e.text
	case e.Code == http.StatusNotAcceptable && (e.text == "" || e.text == "unknown"):
		return "the server was unable to respond with a content type that the client supports"
	case e.Code == http.StatusNotAcceptable:
		return e.text
	case e.Code >= http.StatusInternalServerError:
		return fmt.Sprintf("an error on the server (%q) has prevented the request from succeeding", e.text)
	default:
		return fmt.Sprintf("the server responded with the status code %d but did not return more information", e.Code)
	}
}

// maxErrorText is how much of a body an error shows, in bytes.
const maxErrorText = 2048

// text is the body of a failure if it is text.
func (r *response) text() string {
	declared := r.header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(declared)
	if declared != "" && (err != nil || !strings.HasPrefix(media, "text/")) {
		return "unknown"
	}
	return strings.TrimSpace(string(r.body[:min(len(r.body), maxErrorText)]))
}
