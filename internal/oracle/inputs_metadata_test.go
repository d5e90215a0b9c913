package oracle

import (
	"maps"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// metadataObjects returns objects with metadata of every kind, at the root and in
// embedded resources everywhere.
func metadataObjects(n int) subjects {
	schema, _ := compile(map[string]any{
		"type": "object",
		"properties": map[string]any{
			"embedded": embedded(map[string]any{"inner": embedded(nil)}),
			"list":     map[string]any{"type": "array", "items": embedded(nil)},
			"map":      map[string]any{"type": "object", "additionalProperties": embedded(nil)},
		},
	})
	return parity.Generated(n, func(seed uint64) subject {
		g := generate.New(seed)
		object := resource(g, seed, map[string]any{
			"embedded": resource(g, seed+1, map[string]any{"inner": resource(g, seed+2, nil)}),
		})
		if seed%3 == 0 {
			object["list"] = []any{resource(g, seed+3, nil), resource(g, seed+4, nil)}
			object["map"] = map[string]any{"a.b": resource(g, seed+5, nil), "": resource(g, seed+6, nil)}
		}
		return subject{schema: schema, object: object}
	})
}

// embedded returns the schema of an embedded resource.
func embedded(properties map[string]any) map[string]any {
	s := map[string]any{
		"type":                                 "object",
		"x-kubernetes-embedded-resource":       true,
		"x-kubernetes-preserve-unknown-fields": true,
	}
	if properties != nil {
		s["properties"] = properties
	}
	return s
}

// resource returns a resource with valid, nearly valid, hostile or damaged
// metadata.
func resource(g *generate.Generator, seed uint64, more map[string]any) map[string]any {
	flavours := []generate.Flavor{generate.Valid, generate.Nearly, generate.Nearly, generate.Hostile}
	out := map[string]any{"apiVersion": "example.com/v1", "kind": "Part", "metadata": g.Metadata(flavours[seed%4])}
	maps.Copy(out, more)
	if seed%5 == 0 {
		return damage(seed, out)
	}
	return out
}
