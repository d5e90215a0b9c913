package hints_test

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// declares reports whether a schema of a crd declares the field at path, in branches or
// outside of them.
func declares(crd map[string]any, apiVersion string, path structural.Path) bool {
	for _, v := range listIn(crd["spec"], "versions") {
		if name := textIn(v, "name"); name != "" && strings.HasSuffix(apiVersion, "/"+name) {
			return keeps(withBranches(nil, valueIn(v, "schema", "openAPIV3Schema"), false), path)
		}
	}
	return false
}

// mention is a schema of a value, in a branch or outside.
type mention struct {
	schema   map[string]any
	inBranch bool
}

// keeps reports whether the server would keep the field at path if what the schemas
// of the value around it declare were declared outside of branches. A schema in a branch
// that has none of the keywords that are not allowed there declares nothing: it is no
// error, and the server drops the field.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning.
func keeps(mentions []mention, path structural.Path) bool {
	if len(path) == 0 {
		return slices.ContainsFunc(mentions, func(m mention) bool {
			return !m.inBranch || m.schema["type"] != nil || m.schema["x-kubernetes-int-or-string"] == true || m.schema["x-kubernetes-preserve-unknown-fields"] == true
		})
	}
	var below []mention
	for _, m := range mentions {
		switch additional := m.schema["additionalProperties"]; {
		case path[0].Kind() == field.IndexStep:
			below = withBranches(below, m.schema["items"], m.inBranch)
		case valueIn(m.schema, "properties", path[0].Name()) != nil:
			below = withBranches(below, valueIn(m.schema, "properties", path[0].Name()), m.inBranch)
		case additional == true:
			if len(path) == 1 { // the server drops what is in it
				return true
			}
		case additional != nil:
			below = withBranches(below, additional, m.inBranch)
		case m.schema["x-kubernetes-preserve-unknown-fields"] == true:
			return true
		}
	}
	return keeps(below, path[1:])
}

func withBranches(out []mention, v any, inBranch bool) []mention {
	s, ok := v.(map[string]any)
	if !ok {
		return out
	}
	out = append(out, mention{s, inBranch})
	for _, junctor := range []string{"allOf", "anyOf", "oneOf"} {
		for _, b := range listIn(s, junctor) {
			out = withBranches(out, b, true)
		}
	}
	return out
}
