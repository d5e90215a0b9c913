package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
)

type response struct {
	status int
	header http.Header
	body   []byte
	// repeat reports whether to send the request again after wait, without reading the body.
	repeat bool
	wait   time.Duration
}

// checkType returns the error of a malformed media type. The type does not affect decoding.
func (r *response) checkType() error {
	declared := r.header.Get("Content-Type")
	if declared == "" {
		return nil
	}
	if _, _, err := mime.ParseMediaType(declared); err != nil {
		//lint:ignore ST1005 the words of the server
		return fmt.Errorf("Internal error occurred: %w", err)
	}
	return nil
}

func (r *response) retryAfter() (time.Duration, bool) {
	if r.status != http.StatusTooManyRequests && r.status < http.StatusInternalServerError {
		return 0, false
	}
	seconds, err := strconv.Atoi(r.header.Get("Retry-After"))
	return time.Duration(seconds) * time.Second, err == nil
}

// decode returns the decoded body, or an error for a status that is not a success. Like the
// server, it takes the text after 101 Switching Protocols for an answer.
func (r *response) decode(ctx context.Context) (any, error) {
	switch {
	case r.status != http.StatusSwitchingProtocols && (r.status < http.StatusOK || r.status > http.StatusPartialContent):
		return nil, r.failure(ctx)
	case len(r.body) == 0:
		declared := r.header.Get("Content-Type")
		if declared == "" {
			declared = contentType
		}
		return nil, fmt.Errorf("0-length response with status code: %d and content type: %s", r.status, declared)
	}
	return decodeBody(ctx, r.body)
}

// failure returns the server's error for an HTTP status that is not a success, with the
// message of a Status in the body.
//
// Rule: k8s.io/client-go/rest, Result.Error.
func (r *response) failure(ctx context.Context) error {
	if v, err := decodeBody(ctx, r.body); err == nil {
		status, _ := v.(map[string]any)
		if status["kind"] == "Status" && status["status"] == "Failure" {
			message, _ := status["message"].(string)
			return errors.New(message)
		}
	}
	return &StatusError{Code: r.status, text: r.text()}
}

const maxErrorText = 2048

func (r *response) text() string {
	declared := r.header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(declared)
	if declared != "" && (err != nil || !strings.HasPrefix(media, "text/")) {
		return "unknown"
	}
	return strings.TrimSpace(string(r.body[:min(len(r.body), maxErrorText)]))
}

// decodeBody decodes a body that begins like a JSON object as JSON, and any other as YAML.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/recognizer.
func decodeBody(ctx context.Context, body []byte) (any, error) {
	var doc decode.Document
	var err error
	if bytes.HasPrefix(bytes.TrimLeftFunc(body, unicode.IsSpace), []byte("{")) {
		doc, err = decode.JSON(ctx, body)
	} else {
		doc, err = decode.YAML(ctx, body)
	}
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		return nil, gotype.TypeMetaError(syntax)
	}
	return doc.Value, reason(err)
}

// reason removes the position in the body, because the server does not report it.
func reason(err error) error {
	if e := (*decode.Error)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// StatusError is the error of a webhook that answered with an HTTP status other than a
// success.
type StatusError struct {
	Code int

	text string // the body, or "unknown" if it is not text
}

// statusTexts are the server's.
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

// Error returns the server's text. It includes the body for some codes.
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
