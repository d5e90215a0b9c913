package structural_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// All methods work on the nil schema. It does not specify anything.
func TestNilSchema(t *testing.T) {
	var s *structural.Schema
	v := reflect.ValueOf(s)
	for i := range v.NumMethod() {
		name, method := v.Type().Method(i).Name, v.Method(i)
		switch name {
		case "Defaulted", "PropertyAt": // no index is valid
			continue
		case "PropertyIndex": // of no property
			assert.Negative(t, s.PropertyIndex("a"))
			continue
		}
		var arguments []reflect.Value
		for i := range method.Type().NumIn() {
			arguments = append(arguments, reflect.Zero(method.Type().In(i)))
		}
		for _, result := range method.Call(arguments) {
			if result.Kind() == reflect.Func {
				assertYieldsNothing(t, name, result)
				continue
			}
			assert.True(t, result.IsZero(), "%s: %v", name, result)
		}
	}
}

func assertYieldsNothing(t *testing.T, name string, seq reflect.Value) {
	yield := reflect.MakeFunc(seq.Type().In(0), func([]reflect.Value) []reflect.Value {
		assert.Fail(t, name+" yields something")
		return []reflect.Value{reflect.ValueOf(false)}
	})
	seq.Call([]reflect.Value{yield})
}

func TestNilSchemaInFunctions(t *testing.T) {
	s, problems := cases.FromMap(nil)
	assert.Nil(t, s)
	assert.Empty(t, problems)
	assert.Empty(t, cases.Must(structural.Check(t.Context(), nil, structural.Resource)))
	assert.Empty(t, cases.Must(structural.CheckKeywords(t.Context(), nil, structural.Resource, structural.WithOldSchemas(nil))))
	assert.Empty(t, structural.CheckStatusRoot(nil))
	assert.Nil(t, structural.MapDefaults(nil, func(func() structural.Path, any) (any, bool) {
		assert.Fail(t, "there is no default")
		return nil, false
	}))
	e := structural.Error{Kind: field.Invalid, Value: structural.InternalValue(nil)}
	assert.Equal(t, "<nil>: Invalid value: null", e.Error())
}
