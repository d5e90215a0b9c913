package apimachinery_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/structural"
	ourfield "github.com/seed95800270/crdschema/structural/field"
)

func TestErrorList(t *testing.T) {
	path := structural.Path{structural.Field("spec"), structural.Key("a"), structural.Index(2)}
	in := field.NewPath("spec").Key("a").Index(2)
	for _, c := range []struct {
		ours   structural.Error
		theirs *field.Error
	}{
		{structural.Error{Kind: ourfield.Invalid, Value: int64(5), Detail: "d"}, field.Invalid(in, int64(5), "d")},
		{structural.Error{Kind: ourfield.TypeInvalid, Value: "x", Detail: "d"}, field.TypeInvalid(in, "x", "d")},
		{structural.Error{Kind: ourfield.Required, Value: ourfield.Omitted, Detail: "d"}, field.Required(in, "d")},
		{structural.Error{Kind: ourfield.Forbidden, Value: ourfield.Omitted, Detail: "d"}, field.Forbidden(in, "d")},
		{structural.Error{Kind: ourfield.NotSupported, Value: "x", Detail: `supported values: "y"`}, field.NotSupported(in, "x", []string{"y"})},
		{structural.Error{Kind: ourfield.Duplicate, Value: map[string]any{"a": 1.5}}, field.Duplicate(in, map[string]any{"a": 1.5})},
		{structural.Error{Kind: ourfield.NotFound, Value: "x"}, field.NotFound(in, "x")},
		{structural.Error{Kind: ourfield.TooLong, Value: "long", Detail: "may not be more than 3 bytes"}, field.TooLong(in, "", 3)},
		{structural.Error{Kind: ourfield.TooMany, Value: 4, Detail: "must have at most 3 items"}, field.TooMany(in, 4, 3)},
		{structural.Error{Kind: ourfield.TooMany, Value: ourfield.Omitted, Detail: "must have at most 3 items"}, field.TooMany(in, -1, 3)},
		{structural.Error{Kind: ourfield.Internal, Value: ourfield.Omitted, Detail: "EOF"}, field.InternalError(in, assert.AnError)},
	} {
		c.ours.Path = path
		if c.ours.Kind == ourfield.Internal {
			c.ours.Detail = assert.AnError.Error()
		}
		list := apimachinery.ErrorList(structural.Errors{&c.ours})
		assert.Equal(t, field.ErrorList{c.theirs}, list)
		assert.Equal(t, c.theirs.Error(), list[0].Error())
		if _, object := c.ours.Value.(map[string]any); !object || printsJSON() {
			assert.Equal(t, c.ours.Error(), list[0].Error())
		}
	}
	assert.Nil(t, apimachinery.ErrorList(nil))
	assert.Nil(t, apimachinery.ErrorList(structural.Errors{}))
}

// printsJSON reports whether a field.Error prints objects as JSON, as a server does since
// Kubernetes 1.34.
func printsJSON() bool {
	return !strings.Contains(field.Invalid(nil, map[string]any{}, "").Error(), "map[string]")
}

func TestErrorListOfTheDecoder(t *testing.T) {
	list := apimachinery.ErrorList(structural.Errors{{
		Kind: ourfield.UnknownField, Path: structural.Path{structural.Field("spec"), structural.Field("hue")},
	}})
	assert.Equal(t, `spec.hue: Invalid value: unknown field "spec.hue"`, list[0].Error())
}
