package gotype_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/gotype"
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
		got, bad := gotype.ReadTypeMeta(c.body)
		if c.bad != "" {
			assert.EqualError(t, bad, c.bad, name)
			continue
		}
		assert.Nil(t, bad, name)
		assert.Equal(t, c.want, got.String(), name)
	}
	body := map[string]any{"apiVersion": "g/v1", "kind": "K", "metadata": nil, "spec": nil}
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = gotype.ReadTypeMeta(body) }))
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
		got, bad := gotype.ReadTypeMetaText([]byte(text))
		if c.bad != "" {
			assert.EqualError(t, bad, c.bad, "%.50s", text)
			continue
		}
		assert.NoError(t, bad, text)
		assert.Equal(t, c.want, got.String(), text)
	}
}

func TestMissing(t *testing.T) {
	assert.Equal(t, "Object 'Kind' is missing in '\ufffd\ufffd'", gotype.MissingKind("\xff\xfe"))
	assert.Equal(t, "Object 'apiVersion' is missing in '\ufffd'", gotype.MissingVersion("\xff"))
}

func TestTypeMetaOf(t *testing.T) {
	obj := map[string]any{"apiVersion": "a/b", "kind": "K", "Kind": "L", "metadata": map[string]any{"name": "x", "uid": int64(1)}}
	assert.Equal(t, gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: "a", Version: "b"}, Kind: "K"}, gotype.TypeMetaOf(obj))
	assert.Equal(t, "a/b", gotype.TypeMetaOf(obj).GroupVersion.String())
	assert.Equal(t, gotype.TypeMeta{}, gotype.TypeMetaOf(map[string]any{"apiVersion": "a/b/c", "kind": "K"}))
	assert.Equal(t, "x", gotype.StringAt(obj, "metadata", "name"))
	assert.Empty(t, gotype.StringAt(obj, "metadata", "uid"))
	assert.Empty(t, gotype.StringAt(obj, "kind", "name"))
}

func TestOfKind(t *testing.T) {
	for _, c := range []struct{ group, version, kind, want string }{
		{gotype.Group, "v1", "ConversionReview", "v1.ConversionReview"},
		{gotype.Group, "v1beta1", "CustomResourceDefinition", "v1beta1.CustomResourceDefinition"},
		{gotype.Group, "v1beta1", "ListOptions", "v1.ListOptions"},
		{gotype.Group, "v1", "WatchEvent", "v1.WatchEvent"},
		{gotype.Group, gotype.InternalVersion, "WatchEvent", "v1.InternalEvent"},
		{gotype.Group, gotype.InternalVersion, "ConversionReview", ""},
		{"foo", "v7", "Status", "v1.Status"},
		{"foo", "v1", "WatchEvent", ""},
		{"", "v1", "ListOptions", ""},
		{gotype.Group, "v2", "ConversionReview", ""},
	} {
		got := gotype.OfKind(gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: c.group, Version: c.version}, Kind: c.kind})
		assert.Equal(t, c.want, got, "%v", c)
	}
}
