package hints

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

// TestConvert checks which values of another type a value means.
func TestConvert(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string // a Go type
		out  any
	}{
		{"2147483647", "int32", int64(math.MaxInt32)}, {"2147483648", "int32", nil}, {"-2147483648", "int32", int64(math.MinInt32)},
		{"9007199254740993", "int64", int64(1<<53 + 1)}, {float64(1 << 53), "int64", int64(1 << 53)}, {float64(-1 << 53), "int64", int64(-1 << 53)},
		{float64(1<<53 + 2), "int64", nil}, {float64(-1<<53 - 2), "int64", nil}, {1.5, "int64", nil}, {" 7 ", "int64", int64(7)},
		{"on", "bool", true}, {"Off", "bool", false}, {"yes", "bool", true}, {"no", "bool", false}, {"y", "bool", nil}, {"1.5", "float64", 1.5}, {"inf", "float64", nil}, {true, "string", "true"},
	} {
		out, ok := convert(c.v, c.want)
		assert.Equal(t, c.out != nil, ok, c)
		if ok {
			assert.Equal(t, c.out, out, c)
		}
	}
	for v, want := range map[any]string{1.0: "integer", 1.5: "number", int64(1): "integer", true: "boolean", "a": "string"} {
		assert.Equal(t, want, typeOf(v), v)
	}
}

// TestDraftHint checks which edits and losses of a draft a hint has.
func TestDraftHint(t *testing.T) {
	a, b, c := structural.Field("a"), structural.Field("b"), structural.Field("c")
	crd := map[string]any{"a": map[string]any{"b": int64(1)}, "c": "d"}
	h := draft{"Text.", []change{remove(structural.Path{a}), remove(structural.Path{a, b}), set(structural.Path{c}, "d"), drop(structural.Path{b})}}.hint(crd)
	assert.Equal(t, Hint{Text: "Text. This loses a.", Edits: []Edit{{Path: structural.Path{a}, Remove: true}, {Path: structural.Path{a, b}, Remove: true}}, Loses: []structural.Path{{a}}}, h)

	lost := map[string]any{}
	var changes []change
	for _, name := range []string{"k1", "k2", "k3", "k4", "k5", "k6"} {
		lost[name] = "v"
		changes = append(changes, remove(structural.Path{structural.Field(name)}))
		h := draft{"Text.", changes}.hint(lost)
		want := "Text. This loses " + strings.Join([]string{"k1", "k2", "k3", "k4"}[:min(4, len(changes))], ", ") + map[int]string{5: " and 1 more", 6: " and 2 more"}[len(changes)] + "."
		assert.Equal(t, want, h.Text)
	}
}

// TestLongWarnings checks the hints about warnings of exactly the greatest length, and beyond it.
func TestLongWarnings(t *testing.T) {
	for length, want := range map[int]string{256: "Write the warning in one line of printable characters.", 257: "Shorten the warning to 256 bytes."} {
		version := map[string]any{"deprecated": true, "deprecationWarning": strings.Repeat("x", length-1) + "\n"}
		crd := map[string]any{"spec": map[string]any{"versions": []any{version}}}
		path := specPath("versions").Append(structural.Index(0), structural.Field("deprecationWarning"))
		h, ok, err := For(t.Context(), crd, &structural.Error{Code: codes.DeprecationWarning, Path: path})
		require.NoError(t, err)
		assert.True(t, ok)
		assert.Equal(t, want, h.Text)
	}
}
