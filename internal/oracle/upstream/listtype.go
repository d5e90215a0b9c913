package upstream

import (
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
)

// ListTypes are the errors about elements that stand in a set or map twice.
//
// Reference: listtype.ValidateListSetsAndMaps.
func (s Structural) ListTypes(obj map[string]any) []string {
	return Texts(listtype.ValidateListSetsAndMaps(nil, s.S, obj))
}

// ListTypesUpdate are the errors of an object that replaces another one.
//
// Reference: the unexported customResourceStrategy.ValidateUpdate and
// statusStrategy.ValidateUpdate of k8s.io/apiextensions-apiserver/pkg/registry/
// customresource, put together anew.
func (s Structural) ListTypesUpdate(obj, old map[string]any) []string {
	if len(s.ListTypes(old)) > 0 {
		return []string{}
	}
	return s.ListTypes(obj)
}
