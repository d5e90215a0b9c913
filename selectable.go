package crdschema

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/jsonpath"
	"github.com/seed95800270/crdschema/structural"
)

// The fields by which objects of all kinds can be selected, the second one if they are in
// namespaces.
const (
	nameField      = "metadata.name"
	namespaceField = "metadata.namespace"
)

// SelectableValues returns the values of the fields by which an object of this version can
// be selected, by the names that field selectors use: metadata.name, metadata.namespace if
// objects are in namespaces, and those of [Version.SelectableFields] without the leading dot.
// A value that is not a string is as fmt prints it, and one that the object does not have, or
// that is null, is empty. To select objects, [Version.Select] is faster.
//
// The error is a *structural.Error: the path of a selectable field cannot be parsed, cannot
// be evaluated, or has several values, none of which happens with a crd that a server accepts
// unless a field is called *. It has the server's text.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.GetAttrs.
func (v *Version) SelectableValues(obj map[string]any) (map[string]string, error) {
	declared := v.selectableFields()
	values := make(map[string]string, len(declared)+2)
	for _, name := range []string{nameField, namespaceField} {
		if v.hasMetaField(name) {
			values[name] = metaText(obj, name)
		}
	}
	for i := range declared {
		value, err := declared[i].value(obj)
		if err != nil {
			return nil, err
		}
		values[declared[i].name] = selectableText(value)
	}
	return values, nil
}

// hasMetaField reports whether objects can be selected by a field of metadata.
func (v *Version) hasMetaField(name string) bool {
	return name == nameField || name == namespaceField && v.definition.scope == NamespaceScoped
}

// metaText returns a field of metadata, or "" if it is not a string.
func metaText(obj map[string]any, name string) string {
	meta, _ := obj["metadata"].(map[string]any)
	text, _ := meta[strings.TrimPrefix(name, "metadata.")].(string)
	return text
}

// selectableText returns the text of a value, which is "" for null.
func selectableText(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return value
	}
	return field.GoText(value)
}

// selectableField is a declared field by which objects can be selected.
type selectableField struct {
	name string // without the leading dot
	path *jsonpath.Path
	err  error // why there is no path
}

// selectableFields returns the declared fields. They are compiled on first use.
func (v *Version) selectableFields() []selectableField {
	if compiled := v.selectableCompiled.Load(); compiled != nil {
		return *compiled
	}
	fields := make([]selectableField, len(v.selectable))
	for i, path := range v.selectable {
		fields[i] = newSelectableField(path)
	}
	v.selectableCompiled.Store(&fields)
	return fields
}

func newSelectableField(path string) selectableField {
	f := selectableField{name: strings.TrimPrefix(path, ".")}
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

// value returns the value of the field in an object, or nil if there is none.
func (f *selectableField) value(obj map[string]any) (any, error) {
	if f.err != nil {
		return nil, f.err
	}
	if f.path.IsPlain() {
		value, _ := f.path.First(obj)
		return value, nil
	}
	sets, err := f.path.Find(obj, jsonpath.Allow)
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
