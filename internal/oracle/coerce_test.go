package oracle

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// TestCoerce compares coercing the metadata of embedded resources, strictly as in
// requests and leniently as in defaults, with and without the root as a resource.
func TestCoerce(t *testing.T) {
	cases := parity.Join(objects(t), metadataObjects(parity.Full(30_000)))
	parity.Run(t, "coerce", cases, func(c *parity.Check, in subject) {
		for mode, malformed := range map[objectmeta.Mode]upstream.Malformed{
			objectmeta.Reject: upstream.Refused,
			objectmeta.Drop:   upstream.Dropped,
		} {
			out, unknown, err := objectmeta.Coerce(context.Background(), in.object, in.schema.ours, structural.Value, mode)
			compareCoerced(c, in, out, unknown, err, upstream.Value, malformed)
			out, unknown, err = objectmeta.Coerce(context.Background(), in.object, in.schema.ours, structural.Resource, mode)
			compareCoerced(c, in, out, unknown, err, upstream.Resource, malformed)
			compareCoercedFields(c, in, mode, malformed)
		}
	})
}

// compareCoerced compares the results if both sides coerced the object, and the
// errors otherwise. Of several errors the reference reports the first in map
// order (row D2). Ours is one of its answers if it is the answer for the object
// reduced to the path of our error.
func compareCoerced(c *parity.Check, in subject, out map[string]any, unknown structural.Errors, err error,
	root upstream.Root, malformed upstream.Malformed) {
	invalid := structural.ErrorsOf(err)
	c.Coded(append(unknown, invalid...)...)
	theirs := in.schema.theirs.Coerce(in.object, root, malformed)
	if err == nil {
		ours := upstream.Coerced{Value: out}
		if malformed == upstream.Refused {
			ours.Unknown = locations(unknown)
		}
		c.Equal("coerced", ours, theirs)
		return
	}
	c.Equal("refused", true, theirs.Error != "")
	c.Equal("error", err.Error(), theirs.Error, parity.Row("D2", func() any {
		return in.schema.theirs.Coerce(only(in.object, invalid[0].Path), root, malformed).Error
	}))
}

// compareCoercedFields compares the values of the fields of an object, each by its own
// schema.
func compareCoercedFields(c *parity.Check, in subject, mode objectmeta.Mode, malformed upstream.Malformed) {
	for k, v := range in.object {
		p, specified := in.schema.theirs.S.Properties[k]
		if !specified {
			continue
		}
		out, unknown, err := objectmeta.Coerce(context.Background(), v, in.schema.ours.Property(k), structural.Value, mode)
		ours, theirs := upstream.Coerced{Value: out}, upstream.Structural{S: &p}.Coerce(v, upstream.Value, malformed)
		if malformed == upstream.Refused {
			ours.Unknown = locations(unknown)
		}
		if c.Equal("refused "+k, err != nil, theirs.Error != ""); err == nil {
			c.Equal("field "+k, ours, theirs)
		}
	}
}

// locations returns the paths of unknown fields as the reference prints them.
func locations(unknown structural.Errors) []string {
	var out []string
	for _, u := range unknown {
		out = append(out, u.Location())
	}
	return out
}

// only returns a copy of v reduced to the values along a path; other list items
// become null.
func only(v any, path structural.Path) any {
	if len(path) == 0 {
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		name := path[0].Name()
		return map[string]any{name: only(v[name], path[1:])}
	case []any:
		out := make([]any, len(v))
		out[path[0].Index()] = only(v[path[0].Index()], path[1:])
		return out
	}
	return v
}
