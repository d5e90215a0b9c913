package structural_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural"
)

func TestErrorTexts(t *testing.T) {
	at := structural.Path{structural.Field("spec"), structural.Key("a.b"), structural.Index(3), structural.Field("x")}
	reason := "FieldValueInvalid"
	for _, tt := range []struct {
		e    structural.Error
		want string
	}{
		{structural.Error{Path: at, Kind: structural.Invalid, Value: "a\"b", Detail: "d"}, `spec[a.b][3].x: Invalid value: "a\"b": d`},
		{structural.Error{Kind: structural.TypeInvalid, Value: int64(1)}, `<nil>: Invalid value: 1`},
		{structural.Error{Kind: structural.Invalid, Value: 1e21}, `<nil>: Invalid value: 1e+21`},
		{structural.Error{Kind: structural.Invalid, Value: nil}, `<nil>: Invalid value: null`},
		{structural.Error{Kind: structural.Invalid, Value: structural.Omitted, Detail: "d"}, `<nil>: Invalid value: d`},
		{structural.Error{Kind: structural.Invalid, Value: map[string]any{"b": "<", "a": []any{nil}}}, `<nil>: Invalid value: {"a":[null],"b":"\u003c"}`},
		{structural.Error{Kind: structural.Invalid, Value: 7}, `<nil>: Invalid value: 7`},
		{structural.Error{Kind: structural.Invalid, Value: structural.Rule{Rule: "r", Reason: &reason}},
			`<nil>: Invalid value: {"Rule":"r","Message":"","MessageExpression":"","Reason":"FieldValueInvalid","FieldPath":"","OptionalOldSelf":null}`},
		{structural.Error{Kind: structural.Required, Value: "x", Detail: "d"}, `<nil>: Required value: d`},
		{structural.Error{Kind: structural.Forbidden, Value: "x"}, `<nil>: Forbidden`},
		{structural.Error{Kind: structural.TooLong, Value: "x", Detail: "d"}, `<nil>: Too long: d`},
		{structural.Error{Kind: structural.TooShort, Value: "x", Detail: "d"}, `<nil>: Too short: d`},
		{structural.Error{Kind: structural.Internal, Value: "x", Detail: "d"}, `<nil>: Internal error: d`},
		{structural.Error{Kind: structural.NotSupported, Value: "x", Detail: "d"}, `<nil>: Unsupported value: "x": d`},
		{structural.Error{Kind: structural.Duplicate, Value: "x"}, `<nil>: Duplicate value: "x"`},
		{structural.Error{Kind: structural.NotFound, Value: "x"}, `<nil>: Not found: "x"`},
		{structural.Error{Kind: structural.TooMany, Value: int64(3), Detail: "d"}, `<nil>: Too many: 3: d`},
		{structural.Error{Kind: structural.TooFew, Value: int64(3), Detail: "d"}, `<nil>: Too few: 3: d`},
		{structural.Error{Path: at, Kind: structural.UnknownField}, `unknown field "spec.a.b[3].x"`},
		{structural.Error{Path: at, Kind: structural.Undecodable, Detail: "d"}, `spec[a.b][3].x: d`},
		{*structural.Error{Path: at, Kind: structural.Invalid, Detail: "d"}.Verbatim(), `d`},
		{*structural.Error{Path: at, Kind: structural.Forbidden, Detail: "d"}.PrintedAt("elsewhere"), `elsewhere: Forbidden: d`},
	} {
		assert.Equal(t, tt.want, tt.e.Error())
	}
}

func TestKinds(t *testing.T) {
	assert.Equal(t, "FieldValueInvalid", structural.Invalid.String())
	assert.Equal(t, "FieldValueTypeInvalid", structural.TypeInvalid.String())
	assert.Equal(t, "InternalError", structural.Internal.String())
	assert.Equal(t, "Unknown", structural.Kind(200).String())
}

func at(steps ...structural.Step) *structural.Error { return &structural.Error{Path: steps} }

func TestErrorsAreOrdered(t *testing.T) {
	f, k, i := structural.Field, structural.Key, structural.Index
	later := at(f("a"), i(2))
	later.Kind = structural.Required
	rule := at(f("a"), i(2))
	rule.Rule = 1
	text := at(f("a"), i(2))
	text.Value = "z"
	want := structural.Errors{
		at(), at(f("a")), at(f("a"), f("z")), at(f("a"), i(0)), text, at(f("a"), i(2)), rule, later,
		at(f("a"), i(10)), at(k("a")), at(f("b")), at(i(0)),
	}
	shuffled := structural.Errors{want[5], want[11], want[0], want[9], want[2], want[8], want[7], want[4], want[1], want[10], want[6], want[3]}
	assert.Equal(t, want.Texts(), shuffled.Sort().Texts())
}

func TestErrorsMove(t *testing.T) {
	es := structural.Check(schema(t, `{type: object, not: {properties: {a: {}}}}`))
	require.Equal(t, []string{"properties[a]: Required value: because it is defined in not.properties[a]"}, es.Texts())

	moved := es.In(structural.Field("schema")).In(structural.Field("versions"), structural.Index(0))
	assert.Equal(t, []string{
		"versions[0].schema.properties[a]: Required value: because it is defined in versions[0].schema.not.properties[a]",
	}, moved.Texts())

	printed := es.PrintedIn("spec.validation", structural.Field("versions"), structural.Index(0))
	assert.Equal(t, []string{
		"spec.validation.properties[a]: Required value: because it is defined in spec.validation.not.properties[a]",
	}, printed.Texts())
	assert.Equal(t, "versions[0].properties[a]", printed[0].Path.String(), "the true place")
	assert.Equal(t, printed.Texts(), printed.In(structural.Field("x")).Texts(), "printed places stay")

	assert.Equal(t, []string{"properties[a]: Required value: because it is defined in not.properties[a]"}, es.Texts(), "the errors were written to")
	assert.Nil(t, structural.Errors{}.In(structural.Field("x")))
}

func TestErrorsMovePrinted(t *testing.T) {
	for _, tt := range []struct {
		e    structural.Error
		want string
	}{
		{structural.Error{Kind: structural.Required}, "root: Required value"},
		{structural.Error{Path: structural.Path{structural.Key("k")}, Kind: structural.Required}, "root[k]: Required value"},
		{structural.Error{Path: structural.Path{structural.Key("k")}, Kind: structural.UnknownField}, `unknown field "root.k"`},
		{structural.Error{Path: structural.Path{structural.Field("[]")}, Kind: structural.Required}, "root.[]: Required value"},
		{*structural.Error{Kind: structural.Required}.PrintedAt("x"), "root.x: Required value"},
		{*structural.Error{Kind: structural.Forbidden, Detail: "d"}.Verbatim(), "d"},
	} {
		moved := structural.Errors{&tt.e}.PrintedIn("root", structural.Field("a"))
		assert.Equal(t, tt.want, moved[0].Error())
		assert.Equal(t, structural.Field("a"), moved[0].Path[0])
	}
}

func TestErrJoins(t *testing.T) {
	assert.NoError(t, structural.Errors{}.Err())
	one := at(structural.Field("a"))
	err := structural.Errors{one, at()}.Err()
	assert.EqualError(t, err, "a: Invalid value: null\n<nil>: Invalid value: null")
	var got *structural.Error
	require.True(t, errors.As(err, &got))
	assert.Same(t, one, got)
}

func TestPaths(t *testing.T) {
	f, k, i := structural.Field, structural.Key, structural.Index
	for text, p := range map[string]structural.Path{
		"<nil>":         {},
		"a.b[0][c]":     {f("a"), f("b"), i(0), k("c")},
		"[a].b":         {k("a"), f("b")},
		"[0]":           {i(0)},
		"[][]":          {f(""), k("")},
		"a.b.c":         {f("a.b"), f("c")},
		"a[-1][x.y][z]": {f("a"), i(-1), k("x.y"), k("z")},
	} {
		assert.Equal(t, text, p.String())
	}
	assert.Equal(t, "a.k.[2].", structural.Path{f("a"), k("k"), f(""), i(2), k("")}.Dotted())
}

func TestPathsShareNoMemory(t *testing.T) {
	base := make(structural.Path, 1, 10)
	base[0] = structural.Field("a")
	one, two := base.Append(structural.Index(1)), base.Append(structural.Index(2))
	assert.Equal(t, "a[1]", one.String())
	assert.Equal(t, "a[2]", two.String())
	one[0] = structural.Field("z")
	assert.Equal(t, "a", base.String())
	assert.Equal(t, []any{structural.FieldStep, "z", 0}, []any{one[0].Kind(), one[0].Name(), one[0].Index()})
	assert.Equal(t, []any{structural.IndexStep, "", 1}, []any{one[1].Kind(), one[1].Name(), one[1].Index()})
}
