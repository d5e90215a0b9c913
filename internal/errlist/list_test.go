package errlist_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/structural/field"
)

func at(steps ...field.Step) *field.Error { return &field.Error{Path: steps} }

func TestOwnerMoves(t *testing.T) {
	var list errlist.List
	list.Add(field.Path{field.Field("properties"), field.Key("l")}, at(field.Field("items"), field.Field("nullable")))
	errs := list.Sorted()
	assert.Equal(t, "properties[l].items.nullable", errs[0].Path.String())
	assert.Equal(t, "properties[l]", errs[0].Owner().String())
	assert.Equal(t, "x.properties[l]", errs.In(field.Field("x"))[0].Owner().String())
}

func TestListIsBounded(t *testing.T) {
	var list errlist.List
	long := &field.Error{Value: field.Omitted, Detail: strings.Repeat("x", 1<<20)}
	for range 10 {
		list.Add(nil, long)
	}
	assert.True(t, list.Full())
	assert.Equal(t, 7, list.Omitted())
	errs := list.Sorted()
	assert.Len(t, errs, 4)
	assert.Equal(t, "7 more errors are not listed", errs[3].Error())
	assert.Equal(t, errlist.MoreErrors, errs[3].Code)
}

// Paths and values count, too, however they are nested.
func TestListIsBoundedByPathsAndValues(t *testing.T) {
	deep := make(field.Path, 1<<11)
	wide := make([]any, 1<<16)
	for name, e := range map[string]*field.Error{
		"path": {Path: deep, Value: field.Omitted}, "list": {Value: wide}, "object": {Value: map[string]any{"a": []any{wide}}},
	} {
		var list errlist.List
		for range 300 {
			list.Add(nil, e)
		}
		assert.True(t, list.Full(), name)
		assert.Greater(t, list.Len(), 10, name)
	}
}
