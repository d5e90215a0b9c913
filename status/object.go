package status

// Object returns the JSON of s as a map that the caller may modify.
func (s *Status) Object() map[string]any {
	metadata := map[string]any{}
	set(metadata, "continue", s.Continue)
	out := map[string]any{"kind": "Status", "apiVersion": "v1", "metadata": metadata, "status": "Failure"}
	set(out, "message", s.Message)
	set(out, "reason", s.Reason)
	if s.Details != nil {
		out["details"] = s.Details.object()
	}
	set(out, "code", int64(s.Code))
	return out
}

func (d *Details) object() map[string]any {
	out := map[string]any{}
	set(out, "name", d.Name)
	set(out, "group", d.Group)
	set(out, "kind", d.Kind)
	set(out, "uid", d.UID)
	set(out, "retryAfterSeconds", int64(d.RetryAfterSeconds))
	if len(d.Causes) == 0 {
		return out
	}
	causes := make([]any, len(d.Causes))
	for i, c := range d.Causes {
		cause := map[string]any{}
		set(cause, "reason", c.Reason)
		set(cause, "message", c.Message)
		set(cause, "field", c.Field)
		causes[i] = cause
	}
	out["causes"] = causes
	return out
}

// set sets a field of out unless its value is zero. Text becomes valid UTF-8, as in JSON.
func set[T string | int64](out map[string]any, name string, v T) {
	var zero T
	if v == zero {
		return
	}
	if text, ok := any(v).(string); ok {
		out[name] = validUTF8(text)
		return
	}
	out[name] = v
}
