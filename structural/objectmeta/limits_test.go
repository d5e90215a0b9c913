package objectmeta

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestLimits checks texts of exactly the greatest valid size, and one byte more.
func TestLimits(t *testing.T) {
	text := func(n int) string { return strings.Repeat("a", n) }
	managed := func(entry map[string]any) map[string]any {
		entry["operation"] = "Apply"
		return map[string]any{"name": "n", "managedFields": []any{entry}}
	}
	const badKey = `metadata.annotations: Invalid value: "!": name part must consist of`
	for name, c := range map[string]struct {
		limit int
		meta  func(size int) map[string]any
		want  []string // the beginnings of the errors at the limit
		more  string   // the error of one byte more
	}{
		"manager": {managedfields.MaxName, func(n int) map[string]any { return managed(map[string]any{"manager": text(n)}) },
			nil, "metadata.managedFields[0].manager: Too long: may not be more than 128 bytes"},
		"subresource": {maxSubresource, func(n int) map[string]any { return managed(map[string]any{"subresource": text(n)}) },
			nil, "metadata.managedFields[0].subresource: Too long: may not be more than 256 bytes"},
		"annotations": {maxAnnotations, func(n int) map[string]any {
			return map[string]any{"name": "n", "annotations": map[string]any{"a": text(n - 1)}}
		}, nil, "metadata.annotations: Too long: may not be more than 262144 bytes"},
		"annotations with another error": {maxAnnotations, func(n int) map[string]any {
			return map[string]any{"name": "n", "annotations": map[string]any{"!": text(n - 1)}}
		}, []string{badKey}, "metadata.annotations: Too long: may not be more than 262144 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			at := verdict(ValidateCreate(bg, map[string]any{"metadata": c.meta(c.limit)}, ClusterScoped)).Texts()
			above := verdict(ValidateCreate(bg, map[string]any{"metadata": c.meta(c.limit + 1)}, ClusterScoped)).Texts()
			if assert.Len(t, at, len(c.want)) {
				for i, text := range at {
					assert.True(t, strings.HasPrefix(text, c.want[i]), text)
				}
			}
			assert.ElementsMatch(t, append(at, c.more), above)
		})
	}
}

// TestEmbeddedKindLimit checks kinds of 63 and 64 letters in lower case.
func TestEmbeddedKindLimit(t *testing.T) {
	s := schemaOf(t, `{x-kubernetes-embedded-resource: true}`)
	resource := func(kind string) map[string]any { return map[string]any{"apiVersion": "v1", "kind": kind} }
	assert.Empty(t, verdict(ValidateEmbedded(bg, resource(strings.Repeat("K", 63)), s, structural.Value)))
	assert.Len(t, verdict(ValidateEmbedded(bg, resource(strings.Repeat("K", 64)), s, structural.Value)), 1)
}

// TestUnknownFieldsLimit checks that a hundred unknown fields are reported.
func TestUnknownFieldsLimit(t *testing.T) {
	for count, want := range map[int]int{99: 99, 100: 100, 101: 100, 300: 100} {
		meta := map[string]any{}
		for i := range count {
			meta[fmt.Sprint("unknown", i)] = true
		}
		_, unknown, err := Metadata(bg, meta, Reject)
		assert.Nil(t, err)
		assert.Len(t, unknown, want, count)
	}
}

// TestManyErrorsAreBounded checks that the errors of metadata are bounded, that the last one
// counts the others, and that it is the last.
func TestManyErrorsAreBounded(t *testing.T) {
	const n = 150_000
	labels, refs, entries := map[string]any{}, make([]any, n), make([]any, n)
	for i := range n {
		labels[fmt.Sprintf("-%d", i)] = "v"
		refs[i] = map[string]any{"apiVersion": "v1", "kind": "A", "name": "a"}
		entries[i] = map[string]any{"manager": "m"}
	}
	for name, meta := range map[string]map[string]any{
		"labels": {"labels": labels}, "annotations": {"annotations": labels},
		"owners": {"ownerReferences": refs}, "managers": {"managedFields": entries},
	} {
		meta["name"], meta["resourceVersion"] = "a", "1"
		obj := map[string]any{"metadata": meta}
		for _, errs := range []structural.Errors{
			verdict(ValidateCreate(bg, obj, ClusterScoped)), verdict(ValidateUpdate(bg, obj, map[string]any{"metadata": "x"}, ClusterScoped)),
		} {
			last := errs[len(errs)-1]
			require.Equal(t, field.Code("more-errors"), last.Code, name)
			assert.Less(t, len(errs), n, name)
			var more int
			_, err := fmt.Sscanf(last.Error(), "%d more errors are not listed", &more)
			require.NoError(t, err)
			assert.GreaterOrEqual(t, len(errs)-1+more, n, name)
		}
	}
	errs := verdict(ValidateLabels(bg, labels))
	assert.Equal(t, field.Code("more-errors"), errs[len(errs)-1].Code)
	errs = verdict(ValidateAnnotations(bg, labels))
	assert.Equal(t, field.Code("more-errors"), errs[len(errs)-1].Code)
}

// Fields of managers that structural.Normalize accepts are decoded; deeper ones, or ones without an
// end, are an error as all metadata that cannot be decoded.
func TestDepth(t *testing.T) {
	cases.SmallStack(t)
	coerce := func(fields any, mode Mode) (map[string]any, error) {
		out, _, err := Decode(bg, map[string]any{"metadata": map[string]any{"managedFields": []any{map[string]any{"fieldsV1": fields}}}}, mode)
		return out, err
	}
	_, err := coerce(cases.Nested(structural.MaxDepth), Reject)
	assert.NoError(t, err)
	endless := cases.Endless()
	for _, v := range []any{cases.Nested(structural.MaxDepth + 1), endless["map"], endless["list"]} {
		_, err := coerce(v, Reject)
		assert.ErrorContains(t, err, "nested deeper than 10000 levels, or cyclic")
		out, err := coerce(v, Repair)
		require.NoError(t, err)
		assert.Equal(t, map[string]any{"generation": int64(1)}, out["metadata"].(map[string]any))
	}
	for _, v := range endless {
		for _, name := range []string{"kind", "apiVersion", "metadata"} {
			_, _, err := Decode(bg, map[string]any{name: v}, Reject)
			assert.True(t, err != nil || name == "metadata" && v != nil)
		}
	}
}
