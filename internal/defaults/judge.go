package defaults

import (
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// judge is what is wrong with the default of s, which stands at w.path.
func (w *checker) judge(s *structural.Schema, p position) structural.Errors {
	v := s.Default()
	if p.metadata {
		if text := w.badMetadata(v, p); text != "" {
			return w.here(structural.Errors{{Value: v, Detail: "must result in valid metadata: " + text}})
		}
		return w.value(v, s)
	}
	coerced, err := w.coerced(v, s)
	var errs structural.Errors
	if w.Unpruned == Refused && !structural.Equal(w.pruned(v, s), v) {
		// The server shows the default as it is when the request is answered.
		errs = structural.Errors{{Value: coerced, Detail: "must not have unknown fields"}}
	}
	if err != nil {
		return w.here(append(errs, err))
	}
	if bad := w.metadata(coerced, s); len(bad) > 0 {
		return w.here(append(errs, bad...))
	}
	return append(w.here(errs), w.value(coerced, s)...)
}

// here are errs, which are located in a default, located in the definition. Some
// of them print a place of their own in the default.
func (w *checker) here(errs structural.Errors) structural.Errors {
	if len(errs) == 0 {
		return nil
	}
	return field.PrintedIn(errs, w.path.String(), w.path...)
}

// badMetadata puts v into a resource that is valid otherwise, and is the text
// of what is wrong with its metadata then, empty if nothing is.
func (w *checker) badMetadata(v any, p position) string {
	obj, err := surround(w.at[p.start:], v)
	if err != nil {
		return err.Error()
	}
	for name, text := range map[string]string{"apiVersion": "validation/v1", "kind": "Validation"} {
		if _, found := obj[name]; !found {
			obj[name] = text
		}
	}
	obj, _, bad := objectmeta.CoerceResource(obj, p.resource, objectmeta.Reject)
	if bad != nil {
		return bad.Error()
	}
	if w.Resource == nil {
		return ""
	}
	return field.Aggregate(w.Resource(obj, p.resource).Texts())
}

func (w *checker) pruned(v any, s *structural.Schema) any {
	if obj, ok := v.(map[string]any); ok && s == w.root {
		v, _ = pruning.Prune(obj, s)
		return v
	}
	v, _ = pruning.PruneValue(v, s)
	return v
}

func (w *checker) coerced(v any, s *structural.Schema) (any, *structural.Error) {
	if obj, ok := v.(map[string]any); ok && s == w.root {
		out, _, err := objectmeta.CoerceResource(obj, s, objectmeta.Reject)
		return out, err
	}
	return objectmeta.CoerceValue(v, s, objectmeta.Reject)
}

func (w *checker) metadata(v any, s *structural.Schema) structural.Errors {
	if obj, ok := v.(map[string]any); ok && s == w.root && w.Resource != nil {
		return w.Resource(obj, s)
	}
	if w.Metadata == nil {
		return nil
	}
	return w.Metadata(v, s)
}

func (w *checker) value(v any, s *structural.Schema) structural.Errors {
	if w.Value == nil {
		return nil
	}
	return w.Value(v, s, w.path)
}
