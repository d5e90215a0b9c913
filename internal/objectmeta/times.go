package objectmeta

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/wire"
)

// instant reads a time and writes it in UTC with whole seconds. The zero time
// is no time: it is left out, or null where the server holds a pointer.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Time.UnmarshalJSON and
// Time.ToUnstructured.
func (d *decoder) instant(r *record, f *fieldSpec, v any) (any, fate) {
	s, ok := v.(string)
	if !ok {
		d.unreadable(wire.WrongFieldType(wire.JSONType(v), r.within+f.name, f.goType))
		return v, kept
	}
	if !utf8.ValidString(s) {
		s = mend(s)
	}
	t, err := time.ParseInLocation(time.RFC3339, s, time.UTC)
	switch {
	case err != nil:
		d.unreadable(err.Error())
		return v, kept
	case !t.IsZero():
		return canonical(t, s, v)
	case f.shape == optionalInstant:
		return nil, replaced
	default:
		return nil, omitted
	}
}

// canonical writes t, which was read from s, the text in v.
func canonical(t time.Time, s string, v any) (any, fate) {
	var buf [len("-292277022399-01-01T00:00:00Z")]byte
	out := t.UTC().AppendFormat(buf[:0], time.RFC3339)
	if string(out) == s {
		return v, kept
	}
	return string(out), replaced
}

// unreadable remembers why a time cannot be read.
func (d *decoder) unreadable(why string) {
	if d.failure == "" {
		d.failure = why
	}
}

// timesReadable tells whether all times in metadata can be read.
func timesReadable(m map[string]any) bool {
	return readable(m["creationTimestamp"]) && readable(m["deletionTimestamp"]) && managedTimesReadable(m)
}

func managedTimesReadable(m map[string]any) bool {
	entries, _ := m["managedFields"].([]any)
	return !slices.ContainsFunc(entries, unreadableEntry)
}

// unreadableEntry tells whether the time of an entry of managed fields cannot be
// read.
func unreadableEntry(v any) bool {
	m, _ := v.(map[string]any)
	return !readable(m["time"])
}

// readable tells whether v is a time or null.
func readable(v any) bool {
	s, ok := v.(string)
	if !ok {
		return v == nil
	}
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

// timeOf is the time in v, zero if there is none or it cannot be read.
func timeOf(v any) time.Time {
	s, ok := v.(string)
	if !ok {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

// printedTime is a time as an error shows it: null if it is zero.
func printedTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339)
}
