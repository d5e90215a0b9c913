package crdschema

import (
	"context"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/jsonpath"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// The fields by which objects of all kinds can be selected, the second one if they are in
// namespaces.
const (
	nameField      = "metadata.name"
	namespaceField = "metadata.namespace"
)

// SelectableValues returns the values of the fields by which an object of this version can
// be selected, by the names that field selectors use: metadata.name, metadata.namespace if
// objects are in namespaces, and [Version.SelectableFields] without the leading dot. A
// value that is not a string is formatted as by fmt. An absent or null value is empty. To
// select objects, [Version.Select] is faster.
//
// The error is a *structural.Error with the server's text: the path of a selectable field
// cannot be parsed, cannot be evaluated, or has several values. This does not happen with a
// CRD that a server accepts unless a field is called *. Any other error is the context's or
// the budget's ([structural.ErrTooMuchWork]): a stored CRD may have many fields.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.GetAttrs.
func (v *Version) SelectableValues(ctx context.Context, obj map[string]any) (map[string]string, error) {
	w := work.Start(ctx, selectStage)
	if w.Failed() {
		return nil, w.Err()
	}
	declared := v.selectable.declared
	values := make(map[string]string, len(declared)+2)
	for _, name := range []string{nameField, namespaceField} {
		if v.hasMetaField(name) {
			values[name] = metaText(obj, name)
		}
	}
	for i := range declared {
		w.Step(1)
		value, err := declared[i].value(w, obj)
		text := selectableText(w, value)
		if w.Failed() {
			return nil, w.Err()
		}
		if err != nil {
			return nil, err
		}
		values[declared[i].name] = text
	}
	return values, nil
}

func (v *Version) hasMetaField(name string) bool {
	return name == nameField || name == namespaceField && v.definition.scope == objectmeta.Namespaced
}

// metaText returns a field of metadata, or "" if it is not a string.
func metaText(obj map[string]any, name string) string {
	meta, _ := obj["metadata"].(map[string]any)
	text, _ := meta[strings.TrimPrefix(name, "metadata.")].(string)
	return text
}

// selectStage is what is done, for the error of too much work.
const selectStage = "selecting an object"

// selectableText returns the text of a value, "" for null. w is checked before maps and
// lists are printed; it may be nil for other values.
func selectableText(w *work.Tracker, value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return value
	}
	if !valuetext.IsNested(value) {
		return valuetext.GoText(value)
	}
	if !w.Look() {
		return ""
	}
	text := valuetext.GoText(value)
	w.Step(len(text))
	return text
}

// selectableFields are the declared fields by which objects of a version can be selected.
type selectableFields struct {
	source   []crd.SelectableField
	declared []selectableField
	byName   map[string]*selectableField
	// fallible is set if the fields of an object may be an error.
	fallible bool
}

// selectableField is one of the declared fields.
type selectableField struct {
	jsonPath string // as declared
	name     string // without the leading dot
	path     *jsonpath.Path
	err      error // why there is no path
}

// sharedSelectable compiles the declared fields of a version, or returns the fields of the
// version before if the two share one list, as in v1beta1. If ctx is done or its budget is
// spent, the result is not usable.
func (d *Definition) sharedSelectable(ctx context.Context, declared []crd.SelectableField) *selectableFields {
	if n := len(d.versions); n > 0 && crd.IsSame(declared, d.versions[n-1].selectable.source) {
		return d.versions[n-1].selectable
	}
	return newSelectableFields(ctx, declared)
}

// newSelectableFields compiles the declared fields; equal paths that follow each other once.
func newSelectableFields(ctx context.Context, declared []crd.SelectableField) *selectableFields {
	s := &selectableFields{source: declared}
	if len(declared) == 0 {
		return s
	}
	w := work.Start(ctx, "reading a definition")
	if !w.Step(len(declared)) {
		return s
	}
	s.declared, s.byName = make([]selectableField, len(declared)), map[string]*selectableField{}
	for i, d := range declared {
		if !w.Step(1 + len(d.JSONPath)) {
			break
		}
		f := &s.declared[i]
		if same := s.byName[fieldName(d.JSONPath)]; same != nil && same.jsonPath == d.JSONPath {
			*f = *same
		} else {
			*f = newSelectableField(d.JSONPath)
		}
		s.byName[f.name] = f
		s.fallible = s.fallible || !f.isPlain()
	}
	return s
}

func fieldName(path string) string { return strings.TrimPrefix(path, ".") }

func newSelectableField(path string) selectableField {
	f := selectableField{jsonPath: path, name: fieldName(path)}
	compiled, err := jsonpath.Parse("{" + path + "}")
	if err != nil {
		f.err = selectableError(codes.SelectableParseDetail(err))
		return f
	}
	f.path = compiled
	return f
}

func selectableError(detail string) *structural.Error {
	return field.Verbatim(field.Error{Kind: field.Internal, Code: codes.SelectablePath, Value: field.Omitted, Detail: detail})
}

// isPlain reports whether evaluating the field cannot fail.
func (f *selectableField) isPlain() bool { return f.err == nil && f.path.IsPlain() }

// value returns the value of the field in an object, or nil.
func (f *selectableField) value(w *work.Tracker, obj map[string]any) (any, error) {
	if f.err != nil {
		return nil, f.err
	}
	if f.path.IsPlain() {
		value, _ := f.path.First(obj)
		return value, nil
	}
	sets, err := f.path.Find(w, obj, jsonpath.Allow)
	switch {
	case err != nil:
		return nil, selectableError(codes.SelectableFindDetail(err))
	case len(sets) == 0 || len(sets[0]) == 0:
		return nil, nil
	case len(sets) > 1 || len(sets[0]) > 1:
		return nil, selectableError(codes.SelectableManyDetail)
	case jsonpath.IsNull(sets[0][0]):
		return nil, nil
	}
	return sets[0][0], nil
}
