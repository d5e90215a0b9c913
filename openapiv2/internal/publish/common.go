package publish

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"
)

var (
	//go:embed common.yaml
	commonYAML []byte
	//go:embed groups.yaml
	groupsYAML []byte
)

// sharedParts are parts of all documents of one form.
type sharedParts struct {
	metadata, listMetadata spec.Schema // properties of a kind and of its list
	common                 map[string]spec.Schema
}

// shared is made when the first document is built.
var shared = sync.OnceValue(func() [2]sharedParts {
	var out [2]sharedParts
	for _, form := range []Form{V2, V3} {
		out[form] = sharedParts{
			metadata:     form.described(form.Ref(objectMetaName), metadataText),
			listMetadata: form.described(form.Ref(listMetaName), listMetaText),
			common:       commonModels(form),
		}
	}
	return out
})

// Common are the Kubernetes models that documents refer to, directly or not, by
// their names. They are shared by all documents.
func Common(form Form) map[string]spec.Schema { return shared()[form].common }

// Needs tells whether the document of a version refers to one of [Common].
func (v *Version) Needs(model string) bool {
	return v.Scale || !strings.HasPrefix(model, scalePrefix)
}

// commonModels reads the models of common.yaml.
func commonModels(form Form) map[string]spec.Schema {
	out := map[string]spec.Schema{}
	for name, fields := range embedded(commonYAML) {
		out[name] = commonModel(form, fields.(map[string]any))
	}
	deletable := out[deleteOptionsName]
	deletable.Extensions[strings.ToLower(groupVersionKind)] = allDeleteOptions()
	return out
}

func allDeleteOptions() []any {
	var out []any
	groups := embedded(groupsYAML)
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		for _, version := range groups[group].([]any) {
			out = append(out, gvk(group, version.(string), "DeleteOptions"))
		}
	}
	return out
}

// commonModel makes one model of the file fit for a form. References and what
// stands beside them are taken apart before the rest is decoded.
func commonModel(form Form, fields map[string]any) spec.Schema {
	model := spec.Schema{}
	properties, _ := fields["properties"].(map[string]any)
	rest := maps.Clone(fields)
	delete(rest, "properties")
	decodeSchema(&model, rest)
	for name, fields := range properties {
		if model.Properties == nil {
			model.Properties = map[string]spec.Schema{}
		}
		model.Properties[name] = commonProperty(form, fields.(map[string]any))
	}
	return model
}

func commonProperty(form Form, fields map[string]any) spec.Schema {
	rest := maps.Clone(fields)
	out := spec.Schema{}
	if name, ok := fields["$ref"].(string); ok {
		text, _ := fields["description"].(string)
		out = form.described(form.Ref(name), text)
		if form == V3 {
			out.Default = fields["default"]
		}
		return out
	}
	items, _ := fields["items"].(map[string]any)
	if name, ok := items["$ref"].(string); ok {
		rest["items"] = map[string]any{"$ref": prefixes[form] + name}
	}
	if form == V2 {
		delete(rest, "default")
	}
	decodeSchema(&out, rest)
	return out
}

func decodeSchema(out *spec.Schema, fields map[string]any) {
	text, err := json.Marshal(fields)
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		*out = spec.Schema{}
	}
}
