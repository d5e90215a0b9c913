package registry

import (
	"context"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/codes"
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

// Selectable holds the fields by which objects of one version can be selected, by the names
// that field selectors use: metadata.name, metadata.namespace if objects are in namespaces,
// and [crdschema.Version.SelectableFields] without the leading dot. Create it once with
// [NewSelectable]. It is immutable and safe for concurrent use. A zero Selectable has
// metadata.name only.
type Selectable struct {
	namespaced bool
	declared   []selectableField
	byName     map[string]*selectableField
	// fallible is set if the fields of an object may be an error.
	fallible bool
	// unknown words the error for a field by which objects cannot be selected. If it is nil,
	// the error is about custom resources.
	unknown func(name string) string
}

// selectableField is one of the declared fields.
type selectableField struct {
	jsonPath string // as declared
	name     string // without the leading dot
	path     *jsonpath.Template
	err      error // why there is no path
}

// NewSelectable compiles the selectable fields of a version. The error is the context's or
// the budget's ([structural.ErrTooMuchWork]): a stored CRD may have many fields.
func NewSelectable(ctx context.Context, v *crdschema.Version) (*Selectable, error) {
	s := &Selectable{namespaced: v.Definition().Scope() == objectmeta.Namespaced}
	w := work.Start(ctx, "compiling selectable fields")
	s.compile(w, v.SelectableFields())
	if err := w.Err(); err != nil {
		return nil, err
	}
	return s, nil
}

// CRDSelectable returns the fields by which CRDs can be selected: metadata.name, and
// metadata.namespace, which is empty.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition, GetAttrs;
// k8s.io/apimachinery/pkg/runtime, DefaultMetaV1FieldSelectorConversion.
func CRDSelectable() *Selectable {
	return &Selectable{namespaced: true, unknown: codes.SelectorMetaFieldDetail}
}

// compile compiles the declared paths; equal ones that follow each other once.
func (s *Selectable) compile(w *work.Tracker, paths []string) {
	if len(paths) == 0 || !w.Step(len(paths)) {
		return
	}
	s.declared, s.byName = make([]selectableField, len(paths)), map[string]*selectableField{}
	for i, path := range paths {
		if !w.Step(1 + len(path)) {
			break
		}
		f := &s.declared[i]
		if same := s.byName[fieldName(path)]; same != nil && same.jsonPath == path {
			*f = *same
		} else {
			*f = newSelectableField(path)
		}
		s.byName[f.name] = f
		s.fallible = s.fallible || !f.isPlain()
	}
}

// Values returns the values of the fields of an object. A value that is not a string is
// formatted as by fmt. An absent or null value is empty. To select objects,
// [Selectable.Select] is faster.
//
// The error is a *structural.Error with the server's text: the path of a selectable field
// cannot be parsed, cannot be evaluated, or has several values. This does not happen with a
// CRD that a server accepts unless a field is called *. Any other error is the context's or
// the budget's.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.GetAttrs.
func (s *Selectable) Values(ctx context.Context, obj map[string]any) (map[string]string, error) {
	w := work.Start(ctx, selectStage)
	if w.Failed() {
		return nil, w.Err()
	}
	values := make(map[string]string, len(s.declared)+2)
	for _, name := range []string{nameField, namespaceField} {
		if s.hasMetaField(name) {
			values[name] = metaText(obj, name)
		}
	}
	for i := range s.declared {
		w.Step(1)
		value, err := s.declared[i].value(w, obj)
		text := selectableText(w, value)
		if w.Failed() {
			return nil, w.Err()
		}
		if err != nil {
			return nil, err
		}
		values[s.declared[i].name] = text
	}
	return values, nil
}

func (s *Selectable) hasMetaField(name string) bool {
	return name == nameField || name == namespaceField && s.namespaced
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
	if !work.Text(w, value) || !w.Look() {
		return ""
	}
	text := valuetext.GoText(value)
	w.Step(len(text))
	return text
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
