package httpapi

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/request"
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

func (q *query) text(name string) string {
	if values := q.values[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

func (q *query) texts(name string) []string {
	if values := q.values[name]; len(values) > 0 {
		return values
	}
	return nil
}

func (q *query) flag(name string) *bool {
	if len(q.values[name]) == 0 {
		return nil
	}
	text := q.text(name)
	value := text != "0" && !strings.EqualFold(text, "false")
	return &value
}

func (q *query) isSet(name string) bool {
	value := q.flag(name)
	return value != nil && *value
}

// integer returns nil if the parameter is absent or not an integer.
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

func (q *query) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

func (q *query) status(kind string, validate func() structural.Errors) *crdschema.Status {
	if q.err != nil {
		return status.BadRequest(q.err.Error())
	}
	return status.Resource{Group: request.OptionsGroup, Kind: kind}.Invalid(validate())
}
