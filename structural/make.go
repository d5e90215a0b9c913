package structural

import "github.com/seed95800270/crdschema/internal/work"

// MakeDefault returns what [Schema.Default] returns, after it has counted the values in
// it. It returns false if there is no default, or no budget for it. It serves package
// defaulting: the tracker is defined in an internal package and not part of the API.
func (s *Schema) MakeDefault(w *work.Tracker) (v any, ok bool) {
	if !s.HasDefault() || !w.Make(1) {
		return nil, false
	}
	v = makeCopy(s.def, w)
	return v, !w.Failed()
}

// makeCopy returns a copy of v, which is counted. It counts the values inside of it.
func makeCopy(v any, w *work.Tracker) any {
	switch v := v.(type) {
	case map[string]any:
		if !w.Make(len(v)) {
			return nil
		}
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = makeCopy(e, w)
		}
		return out
	case []any:
		if !w.Make(len(v)) {
			return nil
		}
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = makeCopy(e, w)
		}
		return out
	default:
		return v
	}
}
