package jsontext

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/seed95800270/crdschema/internal/work"
)

// Marshal returns the text of a normalized JSON value as encoding/json writes it. The error is
// the error of w, or of encoding/json for a value that JSON does not have.
func Marshal(w *work.Tracker, v any) ([]byte, error) { return Append(w, nil, v) }

// Append appends the text of [Marshal] to dst. w counts the text before it is written.
func Append(w *work.Tracker, dst []byte, v any) ([]byte, error) {
	a := appender{work: w, out: dst}
	if work.Text(w, v) {
		a.value(v)
	}
	if err := w.Err(); err != nil {
		return nil, err
	}
	return a.out, a.err
}

type appender struct {
	work *work.Tracker
	out  []byte
	err  error
}

// value appends a value. [work.Text] has bounded its depth.
func (a *appender) value(v any) {
	if !a.work.Step(1) {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		a.object(v)
	case []any:
		a.list(v)
	case string:
		a.text(v)
	case nil:
		a.out = append(a.out, "null"...)
	case bool:
		a.out = strconv.AppendBool(a.out, v)
	case int64:
		a.out = strconv.AppendInt(a.out, v, 10)
	default:
		a.other(v)
	}
}

func (a *appender) object(m map[string]any) {
	if m == nil {
		a.out = append(a.out, "null"...)
		return
	}
	a.out = append(a.out, '{')
	for i, name := range work.Sorted(a.work, slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m))) {
		if i > 0 {
			a.out = append(a.out, ',')
		}
		a.text(name)
		a.out = append(a.out, ':')
		if a.value(m[name]); a.work.Failed() {
			return
		}
	}
	a.out = append(a.out, '}')
}

func (a *appender) list(l []any) {
	if l == nil {
		a.out = append(a.out, "null"...)
		return
	}
	a.out = append(a.out, '[')
	for i, v := range l {
		if i > 0 {
			a.out = append(a.out, ',')
		}
		if a.value(v); a.work.Failed() {
			return
		}
	}
	a.out = append(a.out, ']')
}

func (a *appender) text(s string) {
	if a.work.Step(len(s) / work.BytesPerValue) {
		a.out = AppendString(a.out, s)
	}
}

func (a *appender) other(v any) {
	text, err := json.Marshal(v)
	a.out = append(a.out, text...)
	if a.err == nil {
		a.err = err
	}
}

// AppendString appends a string as encoding/json writes it.
func AppendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			text, _ := json.Marshal(s) // a string is always JSON
			return append(dst, text...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}
