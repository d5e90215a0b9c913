package format

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLookupIgnoresDashesOnly(t *testing.T) {
	for _, name := range []string{"date-time", "datetime", "d-a-t-e-t-i-m-e", "-datetime--"} {
		accepts, ok := Lookup(name, 30)
		require.True(t, ok, name)
		assert.True(t, accepts("2006-01-02T15:04:05Z"), name)
		assert.False(t, accepts("2006-01-02"), name)
	}
	for _, name := range []string{"", "-", "Date-Time", "date_time", "date–time", " date", "date ", "dates", "dat", "int32", "zzz"} {
		_, ok := Lookup(name, Infinite)
		assert.False(t, ok, name)
	}
}

func TestNamesOfKubernetesSince34(t *testing.T) {
	for _, f := range formats {
		for _, minor := range []int{0, 30, 33, 34, 37, Infinite} {
			want := minor >= 34 || !strings.HasPrefix(f.name, "k8s-")
			_, ok := Lookup(f.name, minor)
			assert.Equal(t, want, ok, "%s at 1.%d", f.name, minor)
		}
	}
}

func TestFormatsAreSorted(t *testing.T) {
	assert.True(t, slices.IsSortedFunc(formats[:], func(f, g format) int { return strings.Compare(f.key, g.key) }))
	for _, f := range formats {
		assert.Equal(t, f.key, strings.ReplaceAll(f.name, "-", ""))
	}
}

func TestRecognized(t *testing.T) {
	tests := []struct {
		types []string
		names []string
		want  bool
	}{
		{[]string{"", "string"}, []string{"date-time", "datetime", "k8s-short-name", "uri"}, true},
		{[]string{"", "string"}, []string{"int32", "double", "unknown", "Date"}, false},
		{[]string{"integer"}, []string{"int32", "int64"}, true},
		{[]string{"integer"}, []string{"int-32", "int16", "double", "date"}, false},
		{[]string{"number"}, []string{"float", "double"}, true},
		{[]string{"number"}, []string{"int32", "int64", "float64", "date"}, false},
		{[]string{"boolean", "array", "object"}, []string{"date", "int32", "float"}, false},
	}
	for _, test := range tests {
		for _, typ := range test.types {
			for _, name := range test.names {
				assert.Equal(t, test.want, Recognized(typ, name, 37), "%q of type %q", name, typ)
			}
		}
	}
	assert.False(t, Recognized("string", "k8s-short-name", 33))
}

func TestRecognizedBeforeNumbers(t *testing.T) {
	for _, typ := range []string{"", "string", "integer", "number", "boolean", "array", "object"} {
		for name, want := range map[string]bool{"date": true, "uuid": true, "int32": false, "int64": false, "float": false, "unknown": false} {
			assert.Equal(t, want, Recognized(typ, name, NumbersSince-1), "%q of type %q", name, typ)
		}
	}
}

func TestWarned(t *testing.T) {
	tests := []struct {
		types []string
		names []string
		since int
	}{
		{[]string{"string"}, []string{"int32", "unknown"}, 33},
		{[]string{"", "integer", "boolean"}, []string{"float", "unknown"}, 35},
		{[]string{"integer", "array"}, []string{"date", "k8s-short-name"}, 35},
		{[]string{"string", "integer"}, []string{""}, Infinite},
		{[]string{"", "string"}, []string{"date"}, Infinite},
		{[]string{"integer"}, []string{"int32"}, Infinite},
	}
	for _, test := range tests {
		for _, typ := range test.types {
			for _, name := range test.names {
				for minor := 29; minor <= 37; minor++ {
					assert.Equal(t, minor >= test.since, Warned(typ, name, minor), "%q of type %q at 1.%d", name, typ, minor)
				}
			}
		}
	}
	assert.True(t, Warned("string", "k8s-short-name", 33))
	assert.False(t, Warned("string", "k8s-short-name", 34))
}
