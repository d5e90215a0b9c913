package crdserver

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/status"
)

// Fault is something that goes wrong with some requests for objects, so that the retries of a controller
// can be tested. Other requests, such as discovery, have no faults. The zero value concerns every request
// for objects, and changes nothing.
type Fault struct {
	// Verbs are verbs of the API: get, list, watch, create, update, patch, delete, deletecollection. None
	// means all.
	Verbs []string `json:"verbs,omitempty"`
	// Resources are plural names with their groups, and subresources after a slash: "lamps.example.com",
	// "lamps.example.com/status", "namespaces". None means all.
	Resources []string `json:"resources,omitempty"`
	// Rate is the share of these requests that the fault concerns: 0.1 means every tenth at random. 0 means
	// all.
	Rate float64 `json:"rate,omitempty"`
	// Times is the number of requests that the fault concerns at most. 0 means any number.
	Times int `json:"times,omitempty"`
	// Delay is how long the request waits before anything else, in nanoseconds in JSON. It ends when the
	// client goes away.
	Delay time.Duration `json:"delay,omitempty"`
	// Code is the answer in place of the server's: 409 (a conflict), 429 (with Retry-After: 1), 500, 503 or
	// 504. 0 means the server's own answer.
	Code int `json:"code,omitempty"`
	// Disconnect says when the connection breaks. With HTTP/2 it is the stream that breaks.
	Disconnect Disconnect `json:"disconnect,omitempty"`
}

// Disconnect says when a [Fault] breaks the connection.
type Disconnect int

const (
	// Connected does not break the connection.
	Connected Disconnect = iota
	// BeforeRequest breaks it in place of doing what the request asks for.
	BeforeRequest
	// BeforeAnswer does what the request asks for, and breaks the connection in place of an answer: the
	// client cannot know what was written. A watch sends its events until Delay, and breaks then.
	BeforeAnswer
)

var disconnects = []string{"", "before-request", "before-answer"}

// MarshalText returns "", "before-request" or "before-answer".
func (d Disconnect) MarshalText() ([]byte, error) {
	if d < 0 || int(d) >= len(disconnects) {
		return nil, fmt.Errorf("an unknown value of Disconnect: %d", d)
	}
	return []byte(disconnects[d]), nil
}

// UnmarshalText reads what MarshalText writes.
func (d *Disconnect) UnmarshalText(text []byte) error {
	i := slices.Index(disconnects, string(text))
	if i < 0 {
		return fmt.Errorf("%q is neither before-request nor before-answer", text)
	}
	*d = Disconnect(i)
	return nil
}

// WithFaults makes requests for objects go wrong. The first fault that concerns a request is the only one.
// A seed makes the same choices again, for each fault in the order in which its requests come. Start
// returns an error for a fault that cannot be.
func WithFaults(seed uint64, faults ...Fault) Option {
	return option(func(c *config) { c.seed, c.faults = seed, slices.Clone(faults) })
}

var faultVerbs = []string{"get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"}

// check returns an error for a fault that cannot be.
func (f *Fault) check() error {
	for _, verb := range f.Verbs {
		if !slices.Contains(faultVerbs, verb) {
			return fmt.Errorf("the verb %q is not one of %v", verb, faultVerbs)
		}
	}
	switch {
	case !(f.Rate >= 0 && f.Rate <= 1):
		return fmt.Errorf("the rate %v is not between 0 and 1", f.Rate)
	case f.Times < 0 || f.Delay < 0:
		return fmt.Errorf("negative times or delay")
	case f.Disconnect < Connected || f.Disconnect > BeforeAnswer:
		return fmt.Errorf("an unknown value of Disconnect: %d", f.Disconnect)
	case f.Code != 0 && f.Disconnect != Connected:
		return fmt.Errorf("a code and a broken connection exclude each other")
	case f.Code != 0 && faultStatus(f.Code, status.Resource{}) == nil:
		return fmt.Errorf("there is no answer with the code %d: 409, 429, 500, 503 or 504", f.Code)
	}
	return nil
}

// faultStatus returns the answer about an object with a code, or nil.
func faultStatus(code int, about status.Resource) *status.Status {
	s := &status.Status{Code: code, Details: about.Details()}
	switch code {
	case http.StatusConflict:
		return about.Conflict("the object has been modified; please apply your changes to the latest version and try again")
	case http.StatusTooManyRequests:
		s.Reason, s.Message = "TooManyRequests", "the server has received too many requests and has asked us to try again later"
		s.Details.RetryAfterSeconds = 1
	case http.StatusInternalServerError:
		return status.Internal("a fault on request")
	case http.StatusServiceUnavailable:
		s.Reason, s.Message = "ServiceUnavailable", "the server is currently unable to handle the request"
	case http.StatusGatewayTimeout:
		s.Reason, s.Message = "Timeout", "Timeout: request did not complete within the allotted timeout"
	default:
		return nil
	}
	return s
}
