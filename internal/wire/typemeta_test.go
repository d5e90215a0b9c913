package wire_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/wire"
)

func TestReadTypeMeta(t *testing.T) {
	for name, c := range map[string]struct {
		body any
		want string
		bad  string
	}{
		"all":              {body: map[string]any{"apiVersion": "g/v1", "kind": "K"}, want: "g/v1, Kind=K"},
		"core group":       {body: map[string]any{"apiVersion": "v1", "kind": "K"}, want: "/v1, Kind=K"},
		"nothing":          {body: nil, want: "/, Kind="},
		"a slash":          {body: map[string]any{"apiVersion": "/", "kind": nil}, want: "/, Kind="},
		"other case":       {body: map[string]any{"apiversion": "g/v1", "KIND": "K"}, want: "g/v1, Kind=K"},
		"the last counts":  {body: map[string]any{"Kind": "A", "kind": "B", "APIVersion": "g/v1", "apiVersion": "g/v2"}, want: "g/v2, Kind=B"},
		"invalid UTF-8":    {body: map[string]any{"kind": "a\xff"}, want: "/, Kind=a\ufffd"},
		"two slashes":      {body: map[string]any{"apiVersion": "a/b/c"}, bad: "unexpected GroupVersion string: a/b/c"},
		"no string":        {body: map[string]any{"apiVersion": int64(1), "kind": true}, bad: "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .apiVersion of type string"},
		"no string, other": {body: map[string]any{"Kind": []any{}, "kind": "K"}, bad: "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go struct field .kind of type string"},
		"no object": {body: []any{}, bad: "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type " +
			`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`},
	} {
		got, bad := wire.ReadTypeMeta(c.body)
		if c.bad != "" {
			assert.EqualError(t, bad, c.bad, name)
			continue
		}
		assert.Nil(t, bad, name)
		assert.Equal(t, c.want, got.String(), name)
	}
	body := map[string]any{"apiVersion": "g/v1", "kind": "K", "metadata": nil, "spec": nil}
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = wire.ReadTypeMeta(body) }))
}

func TestReadTypeMetaText(t *testing.T) {
	const structType = `struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`
	const parse = "couldn't get version/kind; json parse error: "
	for text, c := range map[string]struct{ want, bad string }{
		`{"apiVersion":"g/v1","kind":"K"}`:               {want: "g/v1, Kind=K"},
		` null `:                                         {want: "/, Kind="},
		`{"apiversion":"g/v1","KIND":"K"}`:               {want: "g/v1, Kind=K"},
		`{"kind":"A","Kind":"B","kind":null}`:            {want: "/, Kind=B"},
		`{"apiVersion":"/","\u212aind":"K"}`:             {want: "/, Kind=K"},
		"{\"kind\":\"\xff\\ud800\",\"a\":1e400}":         {want: "/, Kind=\ufffd\ufffd"},
		``:                                               {bad: parse + "unexpected end of JSON input"},
		`{"kind":"K"} x`:                                 {bad: parse + "invalid character 'x' after top-level value"},
		`{"kind":1,"apiVersion":"b.io/v1","kind":"A"}`:   {bad: parse + "json: cannot unmarshal number into Go struct field .kind of type string"},
		`{"apiVersion":"b.io/v1","kind":"A","Kind":1e4}`: {bad: parse + "json: cannot unmarshal number into Go struct field .kind of type string"},
		`[]`:                       {bad: parse + "json: cannot unmarshal array into Go value of type " + structType},
		`1`:                        {bad: parse + "json: cannot unmarshal number into Go value of type " + structType},
		`""`:                       {bad: parse + "json: cannot unmarshal string into Go value of type " + structType},
		`{"apiVersion":"a/b/c"}`:   {bad: "unexpected GroupVersion string: a/b/c"},
		strings.Repeat("[", 20000): {bad: parse + "invalid character '[' exceeded max depth"},
	} {
		got, bad := wire.ReadTypeMetaText([]byte(text))
		if c.bad != "" {
			assert.EqualError(t, bad, c.bad, "%.50s", text)
			continue
		}
		assert.NoError(t, bad, text)
		assert.Equal(t, c.want, got.String(), text)
	}
}

func TestUnrecognizedText(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "<empty>",
		"[]":                                "5b5d",
		"{}":                                "{}",
		` {}`:                               "207b7d",
		strings.Repeat("a", 31):             strings.Repeat("61", 30) + " ...",
		"{" + strings.Repeat("ä", 9):        "{" + strings.Repeat("ä", 9),
		"{" + strings.Repeat("€", 9) + "äö": "{" + strings.Repeat("€", 9) + "ä ...",
		"{a" + strings.Repeat("€", 10):      "{a" + strings.Repeat("€", 9) + "\ufffd ...",
	} {
		assert.Equal(t, "the object provided is unrecognized (must be of type K): why ("+want+")", wire.UnrecognizedText("K", []byte(text), "why"))
	}
	assert.Equal(t, "the object provided is unrecognized (must be of type K): why (6e756c6c)", wire.Unrecognized("K", nil, "why"))
	assert.Equal(t, "Object 'Kind' is missing in '\ufffd\ufffd'", wire.MissingKind("\xff\xfe"))
	assert.Equal(t, "Object 'apiVersion' is missing in '\ufffd'", wire.MissingVersion("\xff"))
}

func TestTypeMetaOf(t *testing.T) {
	obj := map[string]any{"apiVersion": "a/b", "kind": "K", "Kind": "L", "metadata": map[string]any{"name": "x", "uid": int64(1)}}
	assert.Equal(t, wire.TypeMeta{GroupVersion: wire.GroupVersion{Group: "a", Version: "b"}, Kind: "K"}, wire.TypeMetaOf(obj))
	assert.Equal(t, "a/b", wire.TypeMetaOf(obj).GroupVersion.String())
	assert.Equal(t, wire.TypeMeta{}, wire.TypeMetaOf(map[string]any{"apiVersion": "a/b/c", "kind": "K"}))
	assert.Equal(t, "x", wire.Text(obj, "metadata", "name"))
	assert.Empty(t, wire.Text(obj, "metadata", "uid"))
	assert.Empty(t, wire.Text(obj, "kind", "name"))
}

func TestGoType(t *testing.T) {
	for _, c := range []struct{ group, version, kind, want string }{
		{wire.Group, "v1", "ConversionReview", "v1.ConversionReview"},
		{wire.Group, "v1beta1", "CustomResourceDefinition", "v1beta1.CustomResourceDefinition"},
		{wire.Group, "v1beta1", "ListOptions", "v1.ListOptions"},
		{wire.Group, "v1", "WatchEvent", "v1.WatchEvent"},
		{wire.Group, wire.InternalVersion, "WatchEvent", "v1.InternalEvent"},
		{wire.Group, wire.InternalVersion, "ConversionReview", ""},
		{"foo", "v7", "Status", "v1.Status"},
		{"foo", "v1", "WatchEvent", ""},
		{"", "v1", "ListOptions", ""},
		{wire.Group, "v2", "ConversionReview", ""},
	} {
		got := wire.GoType(wire.TypeMeta{GroupVersion: wire.GroupVersion{Group: c.group, Version: c.version}, Kind: c.kind})
		assert.Equal(t, c.want, got, "%v", c)
	}
}
