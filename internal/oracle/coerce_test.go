package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// coerced is our answer in the reference's terms. Beside an error neither the
// value nor the unknown fields mean anything.
func coerced(out map[string]any, unknown structural.Errors, err *structural.Error) upstream.Coerced {
	if err != nil {
		return upstream.Coerced{Error: err.Error()}
	}
	c := upstream.Coerced{Value: out}
	for _, u := range unknown {
		c.Unknown = append(c.Unknown, u.Location())
	}
	return c
}

// Coercing the metadata of embedded resources, strictly as in requests and
// leniently as in defaults; the root counting as a resource or not. Which of
// several errors the reference meets first is chance.
func TestCoerce(t *testing.T) {
	cases := parity.Join(objects(t), metadataObjects(parity.Full(30_000)))
	parity.Run(t, "coerce", cases, func(c *parity.Check, in subject) {
		for mode, malformed := range map[objectmeta.Mode]upstream.Malformed{
			objectmeta.Reject: upstream.Refused,
			objectmeta.Drop:   upstream.Dropped,
		} {
			compareCoerced(c, "embedded", coerced(objectmeta.Coerce(in.object, in.schema.ours, mode)),
				func() upstream.Coerced { return in.schema.theirs.Coerce(in.object, upstream.Value, malformed) })
			compareCoerced(c, "whole", coerced(objectmeta.CoerceResource(in.object, in.schema.ours, mode)),
				func() upstream.Coerced { return in.schema.theirs.Coerce(in.object, upstream.Resource, malformed) })
		}
	})
}

func compareCoerced(c *parity.Check, what string, ours upstream.Coerced, theirs func() upstream.Coerced) {
	parity.OneOf(c, what, ours, func() upstream.Coerced {
		answer := theirs()
		if answer.Error != "" {
			return upstream.Coerced{Error: answer.Error}
		}
		return answer
	}, "D1")
}

// metadataObjects have metadata of every kind, at the root and below it.
func metadataObjects(n int) subjects {
	schema, _ := compile(map[string]any{
		"type": "object",
		"properties": map[string]any{
			"embedded": embedded(map[string]any{"inner": embedded(nil)}),
			"list":     map[string]any{"type": "array", "items": embedded(nil)},
			"map":      map[string]any{"type": "object", "additionalProperties": embedded(nil)},
		},
	})
	flavours := []generate.Flavour{generate.Valid, generate.Nearly, generate.Nearly, generate.Hostile}
	return parity.Generated(n, func(seed uint64) subject {
		g := generate.New(seed)
		resource := func(more map[string]any) map[string]any {
			out := map[string]any{"apiVersion": "example.com/v1", "kind": "Part", "metadata": g.Metadata(flavours[seed%4])}
			for k, v := range more {
				out[k] = v
			}
			if seed%5 == 0 {
				out = damage(seed, out)
			}
			return out
		}
		object := resource(map[string]any{"embedded": resource(map[string]any{"inner": resource(nil)})})
		if seed%3 == 0 {
			object["list"] = []any{resource(nil), resource(nil)}
			object["map"] = map[string]any{"a.b": resource(nil), "": resource(nil)}
		}
		return subject{schema: schema, object: object}
	})
}

// embedded is the schema of an embedded resource.
func embedded(properties map[string]any) map[string]any {
	s := map[string]any{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}
	if properties != nil {
		s["properties"] = properties
	}
	return s
}
