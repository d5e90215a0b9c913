package field_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural/field"
)

func TestPointers(t *testing.T) {
	t.Parallel()
	f, k, i := field.Field, field.Key, field.Index
	for text, p := range map[string]field.Path{
		"":                  {},
		"/":                 {f("")},
		"/a/b/0/c":          {f("a"), f("b"), i(0), k("c")},
		"/a~1b/~0/~01/~1~0": {f("a/b"), k("~"), f("~1"), k("/~")},
		"/a.b/ /\"/é/%":     {f("a.b"), f(" "), f(`"`), f("é"), f("%")},
		"/0/10":             {k("0"), i(10)},
	} {
		assert.Equal(t, text, p.Pointer())
	}
}

func TestPathsAreWords(t *testing.T) {
	t.Parallel()
	paths := []field.Path{{}, {field.Field("a"), field.Key("k"), field.Index(3)}}
	text, err := json.Marshal(paths)
	require.NoError(t, err)
	assert.JSONEq(t, `["<nil>", "a[k][3]"]`, string(text))
	text, err = json.Marshal(paths[1][1:])
	require.NoError(t, err)
	assert.Equal(t, `"[k][3]"`, string(text))
	text, err = json.Marshal([]field.Step{field.Field("a"), field.Index(3)})
	require.NoError(t, err)
	assert.Equal(t, `["a","[3]"]`, string(text))
}

func TestKindsAreWords(t *testing.T) {
	t.Parallel()
	for kind := range field.Undecodable + 1 {
		text, err := json.Marshal(kind)
		require.NoError(t, err)
		assert.Equal(t, `"`+kind.String()+`"`, string(text))
		again := field.Kind(200)
		require.NoError(t, json.Unmarshal(text, &again))
		assert.Equal(t, kind, again)
	}
	kind := field.Required
	require.EqualError(t, kind.UnmarshalText([]byte("Unknown")), `no kind of error is called "Unknown"`)
	assert.Less(t, len(kind.UnmarshalText(bytes.Repeat([]byte("x"), 1<<20)).Error()), 200)
	assert.Equal(t, field.Required, kind)
	for _, step := range []field.StepKind{field.FieldStep, field.KeyStep, field.IndexStep} {
		text, err := step.MarshalText()
		require.NoError(t, err)
		again := field.StepKind(200)
		require.NoError(t, again.UnmarshalText(text))
		assert.Equal(t, step, again)
	}
	assert.Equal(t, "StepKind(200)", field.StepKind(200).String())
}

func TestErrorJSON(t *testing.T) {
	t.Parallel()
	at := field.Path{field.Field("spec"), field.Key("a/b"), field.Index(3)}
	for _, tt := range []struct {
		err  field.Error
		want string
	}{
		{field.Error{Path: at, Kind: field.Invalid, Code: "minimum", Value: int64(-1), Detail: "too small"},
			`{"path":"spec[a/b][3]","pointer":"/spec/a~1b/3","kind":"FieldValueInvalid","code":"minimum","value":-1,"detail":"too small",` +
				`"message":"spec[a/b][3]: Invalid value: -1: too small"}`},
		{field.Error{Path: at[:1], Kind: field.Required, Code: "required", Value: field.Omitted},
			`{"path":"spec","pointer":"/spec","kind":"FieldValueRequired","code":"required","message":"spec: Required value"}`},
		{field.Error{Path: at[:1], Kind: field.Duplicate, Code: "set-duplicate", Value: map[string]any{"b": []any{nil, 1.5, "x"}, "a": true}},
			`{"path":"spec","pointer":"/spec","kind":"FieldValueDuplicate","code":"set-duplicate","value":{"a":true,"b":[null,1.5,"x"]},` +
				`"message":"spec: Duplicate value: {\"a\":true,\"b\":[null,1.5,\"x\"]}"}`},
		{field.Error{Path: at[:1], Kind: field.Invalid, Value: nil},
			`{"path":"spec","pointer":"/spec","kind":"FieldValueInvalid","value":null,"message":"spec: Invalid value: null"}`},
		{*field.PrintedAt(field.Error{Path: at[:1], Kind: field.Forbidden, Value: field.Omitted}, "elsewhere"),
			`{"path":"spec","pointer":"/spec","kind":"FieldValueForbidden","message":"elsewhere: Forbidden"}`},
	} {
		text, err := json.Marshal(field.Errors{&tt.err, nil})
		require.NoError(t, err)
		assert.Equal(t, "["+tt.want+",null]", string(text))
	}
}

// unprintable is a value that JSON cannot hold.
type unprintable struct{}

func (unprintable) MarshalJSON() ([]byte, error) { return nil, assert.AnError }

// hostile returns values that JSON cannot hold, or that no reader of JSON reads.
func hostile() map[string]any {
	cyclic := map[string]any{}
	cyclic["self"] = []any{cyclic, cyclic}
	mixed := map[string]any{"a": math.NaN(), "b": cyclic}
	return map[string]any{
		"NaN": math.NaN(), "infinity": math.Inf(-1), "inner NaN": []any{math.NaN()}, "cyclic": cyclic, "mixed": mixed,
		"deep": nested(9_001), "too deep": nested(1_000_000), "channel": make(chan int), "marshaler": unprintable{}, "raw": json.RawMessage("{"),
	}
}

// nested returns lists in lists.
func nested(depth int) (v any) {
	for range depth {
		v = []any{v}
	}
	return v
}

func TestHostileValues(t *testing.T) {
	t.Parallel()
	want := map[string]string{"NaN": "NaN", "infinity": "-Inf", "inner NaN": "[]interface {}", "cyclic": "map[string]interface {}",
		"mixed": "map[string]interface {}", "deep": strings.Repeat("[", 9_001) + "null" + strings.Repeat("]", 9_001), "too deep": "[]interface {}",
		"channel": "chan int", "marshaler": "field_test.unprintable", "raw": "json.RawMessage"}
	for name, v := range hostile() {
		text, err := json.Marshal(field.Errors{{Kind: field.Invalid, Value: v}})
		require.NoError(t, err, name)
		var got []struct{ Value, Message any }
		require.NoError(t, json.Unmarshal(text, &got), name)
		assert.Equal(t, want[name], got[0].Value, name)
		assert.Equal(t, "<nil>: Invalid value: "+want[name], got[0].Message, name)
	}
	text, err := json.Marshal(&field.Error{Value: nested(9_000)})
	require.NoError(t, err)
	var got struct{ Value any }
	require.NoError(t, json.Unmarshal(text, &got))
	assert.IsType(t, []any{}, got.Value)
	text, err = json.Marshal(&field.Error{Value: map[string]any{"\xff[{\"": `\"[[`}})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &got))
	assert.Equal(t, map[string]any{"\ufffd[{\"": `\"[[`}, got.Value)
}

func TestErrorsInLogs(t *testing.T) {
	t.Parallel()
	e := &field.Error{Path: field.Path{field.Field("spec"), field.Index(0)}, Kind: field.TooLong, Code: "max-length", Value: "abc", Detail: "may not be more than 2 bytes"}
	many := make(field.Errors, 20)
	for i := range many {
		many[i] = e
	}
	const attrs = `e.path=spec[0] e.kind=FieldValueTooLong e.code=max-length e.message="spec[0]: Too long: may not be more than 2 bytes"`
	const message = "spec[0]: Too long: may not be more than 2 bytes"
	var none *field.Error
	for want, v := range map[string]any{
		attrs:                                  e,
		`e="` + message + `"`:                  many[:1],
		`e="` + message + "; " + message + `"`: many[:2].Err(),
		`; 4 more"`:                            many,
		`e=""`:                                 field.Errors{},
		`e=<nil>`:                              none,
	} {
		var b bytes.Buffer
		slog.New(slog.NewTextHandler(&b, nil)).Info("m", "e", v)
		assert.Contains(t, b.String(), want)
	}
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("m", "e", many[:1])
	assert.Contains(t, b.String(), `"e":[{"path":"spec[0]","pointer":"/spec/0","kind":"FieldValueTooLong","code":"max-length","value":"abc",`)
}
