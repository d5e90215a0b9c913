// Package metaedit edits the metadata at the root of an object as the server does before
// validation (BeforeCreate and BeforeUpdate). An [Editor] copies the metadata before the first
// change, so that a request has at most one copy.
//
// Objects are expected as objectmeta.Decode returns them.
package metaedit

import (
	"time"

	"github.com/seed95800270/crdschema/structural"
)

// Metadata returns the metadata at the root of obj, or nil if it is not an object.
func Metadata(obj map[string]any) map[string]any {
	m, _ := obj["metadata"].(map[string]any)
	return m
}

// Text returns the value of a field of m, or "" if it is not a string.
func Text(m map[string]any, name string) string {
	s, _ := m[name].(string)
	return s
}

// Time returns the RFC 3339 time in v, or the zero time if v is not one.
func Time(v any) time.Time {
	s, ok := v.(string)
	if !ok {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

// Timestamp returns t as the server writes it: in UTC with whole seconds, or "" for the zero
// time.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Time.MarshalQueryParameter and
// Time.MarshalJSON.
func Timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// PathOf returns the path of a field of the metadata of an object.
func PathOf(name string) structural.Path {
	return structural.Path{structural.Field("metadata"), structural.Field(name)}
}
