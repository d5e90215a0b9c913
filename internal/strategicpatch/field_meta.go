package strategicpatch

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/gotype"
)

// fieldMeta is the type of a value, and how the elements of a list merge.
type fieldMeta struct {
	t       *gotype.Type
	pointer bool
	merges  bool
	key     string // of elements that are objects
}

// merging are the fields whose lists merge, by struct, with the keys of their elements.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ObjectMeta, the tags patchStrategy and
// patchMergeKey. Rules of a CRD merge, too, but they are in a list that does not.
var merging = map[*gotype.Type]map[string]string{
	gotype.ObjectMeta: {"finalizers": "", "ownerReferences": "uid"},
}

// field returns the type of a field.
func (p fieldMeta) field(name string) (fieldMeta, error) {
	if p.t.Class != gotype.Struct {
		return fieldMeta{}, unexpected("merging an object in json but data type is not struct, instead is: " + kindOf(p.t))
	}
	f := lookUp(p.t, name)
	if f == nil {
		return fieldMeta{}, unexpected(fmt.Sprintf("unable to find api field in struct %s for the json field %q", p.t.Struct, name))
	}
	key, merges := merging[p.t][f.Name]
	return fieldMeta{t: f.Type, pointer: f.IsPointer(), merges: merges, key: key}, nil
}

// lookUp returns the field with a name, or the first one whose name differs only in case.
func lookUp(t *gotype.Type, name string) *gotype.Field {
	if f := t.Field(name); f != nil {
		return f
	}
	for _, f := range t.GoFields() {
		if strings.EqualFold(f.Name, name) {
			return f
		}
	}
	return nil
}

// elements returns the type of the elements of a list.
func (p fieldMeta) elements(name string) (fieldMeta, error) {
	list, err := p.field(name)
	switch {
	case err != nil:
		return fieldMeta{}, err
	case list.t.Class == gotype.List, list.t.Class == gotype.Base64:
		list.t, list.pointer = list.t.Elem, false
	case list.pointer:
		list.pointer = false
	default:
		return fieldMeta{}, unexpected("expected slice or array type, but got: " + p.kind())
	}
	return list, nil
}

// kind returns the kind of the Go type, in the server's words.
func (p fieldMeta) kind() string {
	if p.pointer {
		return "ptr"
	}
	return kindOf(p.t)
}

// kindOf returns the kind of a Go type other than a pointer.
func kindOf(t *gotype.Type) string {
	switch t.Class {
	case gotype.Struct, gotype.Time, gotype.Freeform, gotype.SchemaOrBool, gotype.SchemaOrList, gotype.SchemaOrNames:
		return "struct"
	case gotype.Map:
		return "map"
	case gotype.List, gotype.Base64:
		return "slice"
	default:
		return t.GoKind()
	}
}
