package httpapi

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/options"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// query reads the parameters of a request. It keeps the first error.
//
// Rule: k8s.io/apimachinery/pkg/runtime, the functions Convert_Slice_string_To_….
type query struct {
	values url.Values
	err    error
}

// text returns the first value of a parameter, or "".
func (q *query) text(name string) string {
	if values := q.values[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// texts returns all values of a parameter, or nil.
func (q *query) texts(name string) []string {
	if values := q.values[name]; len(values) > 0 {
		return values
	}
	return nil
}

// flag returns a bool, or nil if the parameter is absent.
func (q *query) flag(name string) *bool {
	if len(q.values[name]) == 0 {
		return nil
	}
	text := q.text(name)
	value := text != "0" && !strings.EqualFold(text, "false")
	return &value
}

// isSet reports whether a bool is true.
func (q *query) isSet(name string) bool {
	value := q.flag(name)
	return value != nil && *value
}

// integer returns an integer, or nil if the parameter is absent or not one.
func (q *query) integer(name string) *int64 {
	if len(q.values[name]) == 0 {
		return nil
	}
	value, err := strconv.ParseInt(q.text(name), 10, 64)
	if err != nil {
		q.fail(err)
		return nil
	}
	return &value
}

// fail records an error unless there is one already.
func (q *query) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

// status returns the Status for the first error, or else for the errors of options of a kind.
// It returns nil if there are none.
func (q *query) status(kind string, validate func() structural.Errors) *crdschema.Status {
	if q.err != nil {
		return status.BadRequest(q.err.Error())
	}
	return status.Resource{Group: options.Group, Kind: kind}.Invalid(validate())
}
