package fragment_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/structural"
)

// TestUpdateTolerates checks the tolerated errors of an update. Repeated elements are tolerated
// without ratcheting too: lists have their own rule.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate.
func TestUpdateTolerates(t *testing.T) {
	const (
		set  = `{type: array, items: {type: integer}, x-kubernetes-list-type: set}`
		keys = `{type: array, items: {type: object, required: [k], properties: {k: {type: string}, v: {type: integer}}}, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k]}`
		rule = `{type: integer, x-kubernetes-validations: [{rule: "self > 5"}]}`
		high = `{type: integer, maximum: 5}`
	)
	for _, c := range []struct {
		schema, old, value, errors, ratcheted, warnings string
		opts                                            []fragment.ValidationOption
	}{
		{set, `[1,2,1]`, `[1,2,1,3]`, "", "set-duplicate", "", nil},
		{set, `[1,2,1]`, `[1,2,1,3]`, "", "set-duplicate", "", []fragment.ValidationOption{fragment.WithoutRatcheting()}},
		{set, `[1,2]`, `[1,2,1]`, "set-duplicate", "", "", nil},
		{keys, `[{"k":"a"},{"k":"a"}]`, `[{"k":"a","v":1},{"k":"a"}]`, "", "map-duplicate", "", nil},
		{rule, `1`, `1`, "", "rule-failed", "rule-failed", nil},
		{rule, `1`, `2`, "rule-failed", "", "", nil},
		{high, `9`, `9`, "", "maximum", "", nil},
		{high, `9`, `9`, "maximum", "", "", []fragment.ValidationOption{fragment.WithoutRatcheting()}},
	} {
		at := structural.Path{structural.Field("spec"), structural.Field("a")}
		verdict, err := compile(t, c.schema).ValidateUpdate(t.Context(), value(t, c.value), value(t, c.old), append(c.opts, fragment.WithPath(at))...)
		require.NoError(t, err)
		assert.Equal(t, c.errors, words(verdict.Errors), c)
		assert.Equal(t, c.ratcheted, words(verdict.Ratcheted), c)
		assert.Equal(t, c.warnings, words(verdict.Warnings), c)
		for _, e := range append(verdict.Errors, verdict.Ratcheted...) {
			assert.Equal(t, at, e.Path[:2], e)
		}
	}
}

// TestCheckReports checks the errors of schemas, located below the path of the caller's.
func TestCheckReports(t *testing.T) {
	const pruned = `{type: object, default: {a: 1, b: 2}, properties: {a: {type: integer}}}`
	const unpruned = `spec.default: Invalid value: {"a":1,"b":2}: must not have unknown fields`
	for _, c := range []struct{ schema, old, errors, unknown string }{
		{`{type: 1}`, ``, `spec.type: json: cannot unmarshal number into Go value of type string`, ``},
		{`{type: string, color: red}`, ``, ``, `unknown field "spec.color"`},
		{`{type: array, items: [{type: string}]}`, ``, `spec.items: Forbidden: items must be a schema object and not an array`, ``},
		{pruned, ``, unpruned, ``},
		{pruned, pruned, ``, ``},
		{pruned, `{type: object, color: red, default: {a: 1, b: 2}, properties: {a: {type: integer}}}`, ``, ``},
		{pruned, `{type: object, default: {a: 1}, properties: {a: {type: integer}}}`, unpruned, ``},
		{pruned, `{default: {a: 1, b: 2}, properties: {a: {type: integer}}}`, unpruned, ``},
	} {
		opts := []fragment.CheckOption{fragment.WithPath(structural.Path{structural.Field("spec")})}
		if c.old != "" {
			opts = append(opts, fragment.WithOldSchema(fromYAML(c.old)))
		}
		checked, err := fragment.NewCompiler().Check(t.Context(), fromYAML(c.schema), opts...)
		require.NoError(t, err)
		assert.Equal(t, c.errors, strings.Join(checked.Errors.Texts(), "; "), c)
		assert.Equal(t, c.unknown, strings.Join(checked.Unknown.Texts(), "; "), c)
	}
}

// TestCompileIgnoresUnknownKeywords compiles a schema with a keyword that a server drops.
func TestCompileIgnoresUnknownKeywords(t *testing.T) {
	f := compile(t, `{type: string, color: red, maxLength: 1}`)
	assert.Equal(t, map[string]any{"type": "string", "maxLength": int64(1)}, f.Schema().Map())
}
