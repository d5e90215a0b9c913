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
		holds, ok := Lookup(name, 30)
		require.True(t, ok, name)
		assert.True(t, holds("2006-01-02T15:04:05Z"), name)
		assert.False(t, holds("2006-01-02"), name)
	}
	for _, name := range []string{"", "-", "Date-Time", "date_time", "date–time", " date", "date ", "dates", "dat", "int32", "zzz"} {
		_, ok := Lookup(name, Infinite)
		assert.False(t, ok, name)
	}
}

func TestNamesOfKubernetesCameIn34(t *testing.T) {
	names := []string{"k8slongname", "k8sshortname"}
	for _, minor := range []int{0, 30, 33} {
		assert.Len(t, Supported(minor), 24)
		for _, name := range names {
			_, ok := Lookup(name, minor)
			assert.False(t, ok, "%s at 1.%d", name, minor)
			assert.NotContains(t, Supported(minor), name)
		}
	}
	for _, minor := range []int{34, 37, Infinite} {
		assert.Len(t, Supported(minor), 26)
		for _, name := range names {
			_, ok := Lookup(name, minor)
			assert.True(t, ok, "%s at 1.%d", name, minor)
			assert.Contains(t, Supported(minor), name)
		}
	}
}

func TestListsAgree(t *testing.T) {
	supported, names := Supported(Infinite), Names()
	assert.True(t, slices.IsSorted(supported))
	require.Len(t, names, len(supported))
	for i, name := range names {
		assert.Equal(t, supported[i], strings.ReplaceAll(name, "-", ""))
		_, ok := Lookup(name, Infinite)
		assert.True(t, ok, name)
	}
}

func TestListsBelongToTheCaller(t *testing.T) {
	Supported(37)[0], Names()[0] = "changed", "changed"
	assert.Equal(t, "bsonobjectid", Supported(37)[0])
	assert.Equal(t, "bsonobjectid", Names()[0])
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
		{[]string{"number"}, []string{"int64", "float64", "date"}, false},
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
