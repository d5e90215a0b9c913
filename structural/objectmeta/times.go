package objectmeta

import (
	"slices"
	"time"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/keyword"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
)

// time reads a time and writes it in UTC with whole seconds. The zero time is left
// out, or null where the server has a pointer.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Time.UnmarshalJSON and
// Time.ToUnstructured.
func (d *metadataDecoder) time(f *gotype.Field, v any) (any, action) {
	text, ok := v.(string)
	if !ok {
		d.wrong = true
		return v, keep
	}
	if isCanonical(text) {
		return v, keep
	}
	text = jsontext.ValidUTF8(text)
	t, err := time.ParseInLocation(time.RFC3339, text, time.UTC)
	switch {
	case err != nil:
		d.wrong = true
		return v, keep
	case !t.IsZero():
		return canonicalTime(t, text, v)
	case f.Presence == keyword.NonNull:
		return nil, replace
	default:
		return nil, omit
	}
}

// isCanonical reports whether text is a time in canonical form. It knows most such times
// without parsing them: not those before the year 1000 or at the end of a month.
func isCanonical(text string) bool {
	const form = "0000-00-00T00:00:00Z"
	if len(text) != len(form) {
		return false
	}
	for i := range len(form) {
		if c := text[i]; c != form[i] && (form[i] != '0' || c < '0' || c > '9') {
			return false
		}
	}
	number := func(at int) int { return int(text[at]-'0')*10 + int(text[at+1]-'0') }
	month, day := number(5), number(8)
	return text[0] != '0' && 1 <= month && month <= 12 && 1 <= day && day <= 28 &&
		number(11) <= 23 && number(14) <= 59 && number(17) <= 59
}

func canonicalTime(t time.Time, text string, v any) (any, action) {
	var buf [len("-292277022399-01-01T00:00:00Z")]byte
	out := t.UTC().AppendFormat(buf[:0], time.RFC3339)
	if string(out) == text {
		return v, keep
	}
	return string(out), replace
}

func timesReadable(w *work.Tracker, m map[string]any) bool {
	return timeReadable(m["creationTimestamp"]) && timeReadable(m["deletionTimestamp"]) && managedTimesReadable(w, m)
}

func managedTimesReadable(w *work.Tracker, m map[string]any) bool {
	entries, _ := m["managedFields"].([]any)
	return !slices.ContainsFunc(entries, func(e any) bool {
		entry, _ := e.(map[string]any)
		return !w.Step(1) || !timeReadable(entry["time"])
	})
}

func timeReadable(v any) bool {
	s, ok := v.(string)
	if !ok {
		return v == nil
	}
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

// printedTime returns t as an error shows it: null if it is zero.
func printedTime(t time.Time) any {
	if text := metaedit.Timestamp(t); text != "" {
		return text
	}
	return nil
}
