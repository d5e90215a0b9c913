package upstream

import (
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
)

// ListTypes returns the errors about duplicates in sets and map lists.
//
// Reference: listtype.ValidateListSetsAndMaps.
func (s Structural) ListTypes(obj map[string]any) []string {
	return Texts(listtype.ValidateListSetsAndMaps(nil, s.S, obj))
}

// ListTypesUpdate returns the errors of an object that replaces another one.
//
// Reference: the unexported customResourceStrategy.ValidateUpdate and
// statusStrategy.ValidateUpdate of k8s.io/apiextensions-apiserver/pkg/registry/
// customresource, reimplemented.
func (s Structural) ListTypesUpdate(obj, old map[string]any) []string {
	if len(s.ListTypes(old)) > 0 {
		return []string{}
	}
	return s.ListTypes(obj)
}
