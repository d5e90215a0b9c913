package decode_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// message returns the message of s, or "" if s is nil.
func message(s *status.Status) string {
	if s == nil {
		return ""
	}
	return s.Message
}

func TestRead(t *testing.T) {
	keys := []string{"manifest", "duplicates", "strict", "silent", "warnings", "undecodable", "refused"}
	cases.Run(t, "testdata/read.yaml", keys, func(t *testing.T, c cases.Case) {
		manifest := c.Object(t, "manifest")
		before := structural.Clone(manifest)
		found := decode.Read(manifest, c.Texts(t, "duplicates"))
		assert.Equal(t, before, any(manifest))
		assert.Equal(t, c.Texts(t, "strict"), found.Strict.Texts())
		assert.Equal(t, c.Texts(t, "silent"), found.Silent.Texts())
		assert.Equal(t, c.Texts(t, "warnings"), append([]string{}, found.Warnings(decode.Warn).Texts()...))
		assert.Empty(t, found.Warnings(decode.Strict))
		assert.Empty(t, found.Warnings(decode.Ignore))
		assert.Equal(t, c.Text(t, "refused"), message(found.Status(decode.Strict)))
		unknown := slices.DeleteFunc(append(c.Texts(t, "strict"), c.Texts(t, "silent")...), func(text string) bool { return !strings.HasPrefix(text, "unknown") })
		assert.Len(t, found.Dropped(), len(unknown))
		for i, path := range found.Dropped() {
			assert.Equal(t, unknown[i], `unknown field "`+path.Dotted()+`"`)
		}
		where := ""
		if found.Undecodable != nil {
			where = found.Undecodable.Path.String()
			assert.Equal(t, c.Text(t, "refused"), message(found.Status(decode.Ignore)))
		}
		assert.Equal(t, c.Text(t, "undecodable"), where)
	})
}

// FromMap knows every keyword that the types of fields have.
func TestKnownKeywords(t *testing.T) {
	path := structural.Path{structural.Field("spec"), structural.Field("versions"), structural.Index(0), structural.Field("schema"), structural.Field("openAPIV3Schema")}
	known := decode.Known(nil, path)
	assert.Len(t, known, 44)
	for _, keyword := range known {
		_, problems := cases.FromMap(map[string]any{keyword: nil})
		assert.Empty(t, problems.Texts(), keyword)
	}
	assert.Empty(t, decode.Known(nil, path.Append(structural.Field("properties"))))
	assert.Equal(t, "int64", decode.GoType(nil, path.Append(structural.Field("items"), structural.Field("maxLength"))))
	assert.Empty(t, decode.GoType(nil, path.Append(structural.Field("odd"))))
}

// The server reports at most 100 fields, each text once.
func TestReadIsBounded(t *testing.T) {
	spec := map[string]any{"a": map[string]any{}}
	for i := range 150 {
		spec[fmt.Sprintf("odd%03d", i)] = true
	}
	found := decode.Read(map[string]any{"spec": spec}, nil)
	assert.Len(t, found.Strict, 100)
	assert.Equal(t, `unknown field "spec.odd098"`, found.Strict[99].Error())
}

// Deep schemas with an unknown field on every level do not take time by the
// square of their depth.
func TestReadDeep(t *testing.T) {
	schema := map[string]any{"type": int64(1)}
	for range 3000 {
		schema = map[string]any{"odd": true, "items": schema, "not": map[string]any{}}
	}
	version := map[string]any{"schema": map[string]any{"openAPIV3Schema": schema}}
	found := decode.Read(map[string]any{"spec": map[string]any{"versions": []any{version}}}, []string{`duplicate field "spec.versions"`})
	assert.NotNil(t, found.Undecodable)
	assert.Len(t, found.Undecodable.Path, 3006)
}

// Only few paths are printed if the path of a repeated field is long.
func TestRepeatedInDeepManifests(t *testing.T) {
	schema := map[string]any{"type": "object"}
	for range 3000 {
		wide := map[string]any{"deep": schema}
		for i := range 5 {
			wide[fmt.Sprint("p", i)] = map[string]any{"type": "string", "odd": true}
		}
		schema = map[string]any{"type": "object", "properties": wide}
	}
	crd := map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": map[string]any{
		"versions": []any{map[string]any{"schema": map[string]any{"openAPIV3Schema": schema}}},
	}}
	long := "duplicate field " + strconv.Quote("spec."+strings.Repeat("properties.deep.", 3000)+"title")
	var found decode.Findings
	bytes := worktest.Allocated(func() { found = decode.Read(crd, []string{long}) })
	assert.Len(t, found.Strict, 100)
	assert.Less(t, bytes, uint64(100<<20), "bytes: all paths together are 4 GB")
}
