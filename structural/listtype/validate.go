package listtype

import "github.com/seed95800270/crdschema/structural"

// Validate returns an error for every repeated element of the sets and maps
// that s has in obj, and for elements of maps that are no objects; see the rules
// of the package. The errors are sorted and located from the root of obj: fields
// that properties name are printed `.k`, keys under additionalProperties `[k]`.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype,
// ValidateListSetsAndMaps.
func Validate(obj map[string]any, s *structural.Schema) structural.Errors {
	if valid(obj, s) {
		return nil
	}
	w := walker{reports: true}
	w.object(obj, s)
	return w.located()
}

// ValidateUpdate is [Validate] for an obj that is to replace old. If old has
// errors of any kind, anywhere, those of obj are all tolerated and returned as
// ratcheted; else they are returned as errs.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate and statusStrategy.ValidateUpdate.
func ValidateUpdate(obj, old map[string]any, s *structural.Schema) (errs, ratcheted structural.Errors) {
	found := Validate(obj, s)
	if len(found) == 0 || valid(old, s) {
		return found, nil
	}
	return nil, found
}

// valid tells whether Validate finds nothing.
func valid(obj map[string]any, s *structural.Schema) bool {
	var w walker
	if s.HoldsListTypes() {
		w.object(obj, s)
	}
	return !w.failed
}
