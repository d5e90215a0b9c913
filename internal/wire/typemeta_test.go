package wire_test

import (
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
