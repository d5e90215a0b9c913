package live

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// Answer is a response of the server.
type Answer struct {
	// Code is the HTTP status code.
	Code int
	// Body is the decoded body: an object, or a Status with the reason. It is nil
	// if the body is not a JSON object.
	Body map[string]any
	// Text is the body as it was sent.
	Text []byte
	// Warnings are the texts of the Warning headers, in order.
	Warnings []string
	// Header is the header of the response.
	Header http.Header
}

// Accepted reports whether the request succeeded.
func (a Answer) Accepted() bool { return a.Code/100 == 2 }

// Message returns the message of a Status.
func (a Answer) Message() string {
	text, _ := a.Body["message"].(string)
	return text
}

// Reason returns the reason of a Status.
func (a Answer) Reason() string {
	text, _ := a.Body["reason"].(string)
	return text
}

// Causes returns the validation errors of a Status as "field: message", in order.
func (a Answer) Causes() []string {
	details, _ := a.Body["details"].(map[string]any)
	causes, _ := details["causes"].([]any)
	var out []string
	for _, c := range causes {
		cause, _ := c.(map[string]any)
		out = append(out, fmt.Sprint(cause["field"], ": ", cause["message"]))
	}
	return out
}

// Do sends one request. A nil body sends none.
func (s *Server) Do(method, path string, body map[string]any) Answer {
	var text []byte
	if body != nil {
		var err error
		if text, err = upstream.Encode(body); err != nil {
			panic(fmt.Sprint("the body is not JSON: ", err))
		}
	}
	return s.DoText(method, path, "application/json", text)
}

// DoText sends one request with a body of any text.
func (s *Server) DoText(method, path, contentType string, body []byte) Answer {
	return s.Send(method, path, map[string]string{"Content-Type": contentType, "Accept": "application/json"}, body)
}

// Send sends one request with headers and a body of any text. path may have a query. While the
// server is busy with the storage of a new resource, it sends the request again, as clients do.
func (s *Server) Send(method, path string, headers map[string]string, body []byte) (answer Answer) {
	for range 100 {
		answer = s.sendOnce(method, path, headers, body)
		if answer.Code != http.StatusTooManyRequests || !bytes.Contains(answer.Text, []byte("storage is (re)initializing")) {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return answer
}

func (s *Server) sendOnce(method, path string, headers map[string]string, body []byte) Answer {
	r := httptest.NewRequest(method, path, bytes.NewReader(body))
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	w := &stream{ResponseRecorder: httptest.NewRecorder()} // for watches
	s.handler.ServeHTTP(w, r)
	return NewAnswer(w.Code, w.Header(), w.Body.Bytes())
}

// warning returns the text of a header `299 - "text"`.
func warning(header string) string {
	_, text, ok := strings.Cut(header, `"`)
	if !ok {
		return header
	}
	text = strings.TrimSuffix(text, `"`)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text)
}

// String returns the code and the message on one line.
func (a Answer) String() string {
	if a.Accepted() {
		return fmt.Sprint(a.Code, " ", strings.Join(a.Warnings, "; "))
	}
	return fmt.Sprint(a.Code, " ", a.Message())
}

// NewAnswer returns the answer of another server.
func NewAnswer(code int, header http.Header, text []byte) Answer {
	answer := Answer{Code: code, Text: text, Header: header}
	answer.Body, _ = corpus.DecodeJSON(text)
	for _, text := range header.Values("Warning") {
		answer.Warnings = append(answer.Warnings, warning(text))
	}
	return answer
}
