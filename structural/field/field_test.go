package field_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural/field"
)

// rule is a value that prints as JSON.
type rule struct {
	Rule   string
	Reason *string
}

func TestErrorTexts(t *testing.T) {
	at := field.Path{field.Field("spec"), field.Key("a.b"), field.Index(3), field.Field("x")}
	reason := "FieldValueInvalid"
	for _, tt := range []struct {
		e    field.Error
		want string
	}{
		{field.Error{Path: at, Kind: field.Invalid, Value: "a\"b", Detail: "d"}, `spec[a.b][3].x: Invalid value: "a\"b": d`},
		{field.Error{Kind: field.TypeInvalid, Value: int64(1)}, `<nil>: Invalid value: 1`},
		{field.Error{Kind: field.Invalid, Value: 1e21}, `<nil>: Invalid value: 1e+21`},
		{field.Error{Kind: field.Invalid, Value: nil}, `<nil>: Invalid value: null`},
		{field.Error{Kind: field.Invalid, Value: field.Omitted, Detail: "d"}, `<nil>: Invalid value: d`},
		{field.Error{Kind: field.Invalid, Value: map[string]any{"b": "<", "a": []any{nil}}}, `<nil>: Invalid value: {"a":[null],"b":"\u003c"}`},
		{field.Error{Kind: field.Invalid, Value: 7}, `<nil>: Invalid value: 7`},
		{field.Error{Kind: field.Invalid, Value: rule{Rule: "r", Reason: &reason}},
			`<nil>: Invalid value: {"Rule":"r","Reason":"FieldValueInvalid"}`},
		{field.Error{Kind: field.Required, Value: "x", Detail: "d"}, `<nil>: Required value: d`},
		{field.Error{Kind: field.Forbidden, Value: "x"}, `<nil>: Forbidden`},
		{field.Error{Kind: field.TooLong, Value: "x", Detail: "d"}, `<nil>: Too long: d`},
		{field.Error{Kind: field.TooShort, Value: "x", Detail: "d"}, `<nil>: Too short: d`},
		{field.Error{Kind: field.Internal, Value: "x", Detail: "d"}, `<nil>: Internal error: d`},
		{field.Error{Kind: field.NotSupported, Value: "x", Detail: "d"}, `<nil>: Unsupported value: "x": d`},
		{field.Error{Kind: field.Duplicate, Value: "x"}, `<nil>: Duplicate value: "x"`},
		{field.Error{Kind: field.NotFound, Value: "x"}, `<nil>: Not found: "x"`},
		{field.Error{Kind: field.TooMany, Value: int64(3), Detail: "d"}, `<nil>: Too many: 3: d`},
		{field.Error{Kind: field.TooFew, Value: int64(3), Detail: "d"}, `<nil>: Too few: 3: d`},
		{field.Error{Path: at, Kind: field.UnknownField}, `unknown field "spec.a.b[3].x"`},
		{field.Error{Path: at, Kind: field.Undecodable, Detail: "d"}, `spec[a.b][3].x: d`},
		{*field.Verbatim(field.Error{Path: at, Kind: field.Invalid, Detail: "d"}), `d`},
		{*field.PrintedAt(field.Error{Path: at, Kind: field.Forbidden, Detail: "d"}, "elsewhere"), `elsewhere: Forbidden: d`},
	} {
		assert.Equal(t, tt.want, tt.e.Error())
	}
}

func TestKinds(t *testing.T) {
	assert.Equal(t, "FieldValueInvalid", field.Invalid.String())
	assert.Equal(t, "FieldValueTypeInvalid", field.TypeInvalid.String())
	assert.Equal(t, "InternalError", field.Internal.String())
	assert.Equal(t, "Unknown", field.Kind(200).String())
}

func at(steps ...field.Step) *field.Error { return &field.Error{Path: steps} }

func TestErrorsAreOrdered(t *testing.T) {
	f, k, i := field.Field, field.Key, field.Index
	later := at(f("a"), i(2))
	later.Kind = field.Required
	rule := at(f("a"), i(2))
	rule.Rule = 1
	text := at(f("a"), i(2))
	text.Value = "z"
	want := field.Errors{
		at(), at(f("a")), at(f("a"), f("z")), at(f("a"), i(0)), text, at(f("a"), i(2)), rule, later,
		at(f("a"), i(10)), at(k("a")), at(f("b")), at(i(0)),
	}
	shuffled := field.Errors{want[5], want[11], want[0], want[9], want[2], want[8], want[7], want[4], want[1], want[10], want[6], want[3]}
	assert.Equal(t, want.Texts(), shuffled.Sort().Texts())
}

func TestErrorsMove(t *testing.T) {
	e := &field.Error{Path: field.Path{field.Field("properties"), field.Key("a")}, Kind: field.Required, Detail: "because it is defined in "}
	e.Mention(field.Path{field.Field("not"), field.Field("properties"), field.Key("a")})
	es := field.Errors{e}
	require.Equal(t, []string{"properties[a]: Required value: because it is defined in not.properties[a]"}, es.Texts())

	moved := es.In(field.Field("schema")).In(field.Field("versions"), field.Index(0))
	assert.Equal(t, []string{
		"versions[0].schema.properties[a]: Required value: because it is defined in versions[0].schema.not.properties[a]",
	}, moved.Texts())

	printed := es.PrintedIn("spec.validation", field.Field("versions"), field.Index(0))
	assert.Equal(t, []string{
		"spec.validation.properties[a]: Required value: because it is defined in spec.validation.not.properties[a]",
	}, printed.Texts())
	assert.Equal(t, "versions[0].properties[a]", printed[0].Path.String(), "the true place")
	assert.Equal(t, printed.Texts(), printed.In(field.Field("x")).Texts(), "printed places stay")

	assert.Equal(t, []string{"properties[a]: Required value: because it is defined in not.properties[a]"}, es.Texts(), "the errors were written to")
	assert.Nil(t, field.Errors{}.In(field.Field("x")))
}

func TestErrorsMovePrinted(t *testing.T) {
	for _, tt := range []struct {
		e    field.Error
		want string
	}{
		{field.Error{Kind: field.Required}, "root: Required value"},
		{field.Error{Path: field.Path{field.Key("k")}, Kind: field.Required}, "root[k]: Required value"},
		{field.Error{Path: field.Path{field.Key("k")}, Kind: field.UnknownField}, `unknown field "root.k"`},
		{field.Error{Path: field.Path{field.Field("[]")}, Kind: field.Required}, "root.[]: Required value"},
		{*field.PrintedAt(field.Error{Kind: field.Required}, "x"), "root.x: Required value"},
		{*field.Verbatim(field.Error{Kind: field.Forbidden, Detail: "d"}), "d"},
	} {
		moved := field.Errors{&tt.e}.PrintedIn("root", field.Field("a"))
		assert.Equal(t, tt.want, moved[0].Error())
		assert.Equal(t, field.Field("a"), moved[0].Path[0])
	}
}

func TestErrJoins(t *testing.T) {
	assert.NoError(t, field.Errors{}.Err())
	one := at(field.Field("a"))
	err := field.Errors{one, at()}.Err()
	assert.EqualError(t, err, "a: Invalid value: null\n<nil>: Invalid value: null")
	var got *field.Error
	require.True(t, errors.As(err, &got))
	assert.Same(t, one, got)
}

func TestPaths(t *testing.T) {
	f, k, i := field.Field, field.Key, field.Index
	for text, p := range map[string]field.Path{
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
	assert.Equal(t, "a.k.[2].", field.Path{f("a"), k("k"), f(""), i(2), k("")}.Dotted())
}

func TestPathsShareNoMemory(t *testing.T) {
	base := make(field.Path, 1, 10)
	base[0] = field.Field("a")
	one, two := base.Append(field.Index(1)), base.Append(field.Index(2))
	assert.Equal(t, "a[1]", one.String())
	assert.Equal(t, "a[2]", two.String())
	one[0] = field.Field("z")
	assert.Equal(t, "a", base.String())
	assert.Equal(t, []any{field.FieldStep, "z", 0}, []any{one[0].Kind(), one[0].Name(), one[0].Index()})
	assert.Equal(t, []any{field.IndexStep, "", 1}, []any{one[1].Kind(), one[1].Name(), one[1].Index()})
}

// A field without a name prints as brackets, without a dot before them.
func TestPrintedInBeforeFieldWithoutName(t *testing.T) {
	for name, want := range map[string]string{"": "a[].b", "[]": "a.[].b", "c": "a.c.b"} {
		path := field.Path{field.Field(name), field.Field("b")}
		moved := field.Errors{field.PrintedAt(field.Error{Path: path, Kind: field.Required}, path.String())}.PrintedIn("a", field.Field("a"))
		assert.Equal(t, want, moved[0].Location())
		assert.Equal(t, want, field.Path{field.Field("a")}.Append(path...).String())
	}
}

// The text of an unknown field takes one allocation: a request may have thousands of them.
func TestUnknownFieldAllocations(t *testing.T) {
	e := &field.Error{Kind: field.UnknownField, Value: field.Omitted, Path: field.Path{field.Field("spec"), field.Index(10), field.Key("a.b")}}
	assert.Equal(t, `unknown field "spec[10].a.b"`, e.Error())
	assert.Equal(t, `unknown field "x.spec[10].a.b"`, e.PrintedIn("x", field.Field("y")).Error())
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _ = e.Error() }), 1.0)
}
