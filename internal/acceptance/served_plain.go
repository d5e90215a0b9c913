package acceptance

import (
	"github.com/seed95800270/crdschema/structural"
)

// plain returns an object, a list of them or a ConversionReview without what the cases omit and what the server
// adds: a namespace among them, if the object of the case has none.
func (s *trial) plain(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = s.plain(e)
		}
		return out
	case map[string]any:
		if v["kind"] == "ConversionReview" {
			out := structural.Clone(v)
			request, _ := out["request"].(map[string]any)
			request["objects"] = s.plain(request["objects"])
			delete(out, "response")
			return out
		}
		return s.plainObject(v)
	}
	return v
}

func (s *trial) plainObject(v map[string]any) any {
	omitted := []string{"creationTimestamp", "uid", "resourceVersion", "managedFields"}
	object, _ := s.given["object"].(map[string]any)
	if given := metaOf(object); given["namespace"] == nil {
		omitted = append(omitted, "namespace")
	}
	if s.given["operation"] == "convert" {
		omitted = append(omitted, "generation")
	}
	return without(v, omitted...)
}
