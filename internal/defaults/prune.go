package defaults

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// Prune is s with its defaults pruned; s itself if that changes none. The error
// says that the root has a default that is no object: a server does not serve
// such a schema.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// PruneDefaults.
func Prune(s *structural.Schema) (*structural.Schema, error) {
	var failed error
	out := structural.MapDefaults(s, func(at structural.Path, v any) (any, bool) {
		if failed != nil || lasting(at, v) {
			return nil, false
		}
		obj, err := surround(at, v)
		if err != nil {
			failed = fmt.Errorf("failed to prune default value: %w", err)
			return nil, false
		}
		obj, _, _ = objectmeta.CoerceResource(obj, s, objectmeta.Drop)
		obj, _ = pruning.Prune(obj, s)
		pruned := inside(obj, at)
		return pruned, !structural.Equal(pruned, v)
	})
	if failed != nil {
		return nil, failed
	}
	return out, nil
}

// lasting tells whether a default cannot change: a scalar that is no part of
// metadata, of any resource, is never pruned.
func lasting(at structural.Path, v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	for _, step := range at {
		switch step.Name() {
		case "apiVersion", "kind", "metadata":
			return false
		}
	}
	return len(at) > 0
}
