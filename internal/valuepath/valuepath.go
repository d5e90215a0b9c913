// Package valuepath finds values inside of others.
package valuepath

import "github.com/seed95800270/crdschema/structural/field"

// At returns the value at a path in v, or nil if there is none: keys and fields lead into maps,
// indexes into lists.
func At(v any, path field.Path) any {
	for _, step := range path {
		switch parent := v.(type) {
		case map[string]any:
			if step.Kind() == field.IndexStep {
				return nil
			}
			v = parent[step.Name()]
		case []any:
			if step.Kind() != field.IndexStep || step.Index() < 0 || step.Index() >= len(parent) {
				return nil
			}
			v = parent[step.Index()]
		default:
			return nil
		}
	}
	return v
}
