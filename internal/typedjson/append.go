package typedjson

import (
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// Append appends a normalized object to dst as encoding/json writes what the server holds. The
// error is the error of w, or of encoding/json for a value that JSON does not have.
func Append(w *work.Tracker, dst []byte, obj map[string]any) ([]byte, error) {
	o := orderOf(obj)
	if o == nil || !work.Text(w, obj) {
		return jsontext.Append(w, dst, obj)
	}
	a := appender{work: w, out: dst}
	a.object(obj, o)
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

// value appends a value with the order of its struct, or nil. work.Text has bounded its depth.
func (a *appender) value(v any, o *order) {
	if o != nil && o.objects {
		obj, _ := v.(map[string]any)
		o = orderOf(obj)
	}
	switch v := v.(type) {
	case map[string]any:
		if o != nil && v != nil {
			a.object(v, o)
			return
		}
	case []any:
		if o != nil && v != nil {
			a.list(v, o)
			return
		}
	}
	a.plain(v)
}

// plain appends a value whose fields are in byte order.
func (a *appender) plain(v any) {
	text, err := jsontext.Append(a.work, a.out, v)
	if err != nil {
		a.err = err
		return
	}
	a.out = text
}

func (a *appender) object(m map[string]any, o *order) {
	a.out = append(a.out, '{')
	for i, name := range o.sorted(a.work, m) {
		if i > 0 {
			a.out = append(a.out, ',')
		}
		a.out = append(jsontext.AppendString(a.out, name), ':')
		if a.value(m[name], o.of(name)); a.failed() {
			return
		}
	}
	a.out = append(a.out, '}')
}

func (a *appender) list(l []any, o *order) {
	a.out = append(a.out, '[')
	for i, v := range l {
		if i > 0 {
			a.out = append(a.out, ',')
		}
		if a.value(v, o); a.failed() {
			return
		}
	}
	a.out = append(a.out, ']')
}

func (a *appender) failed() bool { return a.err != nil || !a.work.Step(1) }
