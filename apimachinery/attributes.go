package apimachinery

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	paths "github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/structural"
)

// selectableField is a field by which objects can be selected.
type selectableField struct {
	name string // without the leading dot
	path structural.Path
	err  error // why there is no path
}

func selectableFields(v *crdschema.Version) []selectableField {
	var out []selectableField
	for _, path := range v.SelectableFields() {
		steps, _, err := paths.Resolve(path, v.Schema(), paths.Dots)
		out = append(out, selectableField{strings.TrimPrefix(path, "."), steps, err})
	}
	return out
}

// GetAttrs returns the labels of an object, and the fields by which it can be selected:
// metadata.name, metadata.namespace if it is in a namespace, and the selectable fields of
// the version, empty if the object does not have them. It is the GetAttrs of the
// storage.SelectionPredicate that the PredicateFunc of a genericregistry.Store returns.
//
// The error says that obj has no metadata, or that the path of a selectable field is
// wrong, with which no server accepts a crd.
func (s *Strategy) GetAttrs(obj runtime.Object) (labels.Set, fields.Set, error) {
	accessor, err := meta.Accessor(obj)
	if err != nil {
		return nil, nil, err
	}
	set := fields.Set{"metadata.name": accessor.GetName()}
	if s.NamespaceScoped() {
		set["metadata.namespace"] = accessor.GetNamespace()
	}
	content := map[string]any{}
	if u, ok := obj.(runtime.Unstructured); ok {
		content = u.UnstructuredContent()
	} else if len(s.selectable) > 0 {
		return nil, nil, fmt.Errorf("%T is not an unstructured object", obj)
	}
	for _, f := range s.selectable {
		if f.err != nil {
			return nil, nil, fmt.Errorf("selectable field .%s: %w", f.name, f.err)
		}
		set[f.name] = f.of(content)
	}
	return accessor.GetLabels(), set, nil
}

// of returns the text of the field in an object, or "".
func (f selectableField) of(obj map[string]any) string {
	var v any = obj
	for _, step := range f.path {
		m, _ := v.(map[string]any)
		v = m[step.Name()]
	}
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}
