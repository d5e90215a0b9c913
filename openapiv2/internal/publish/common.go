package publish

import (
	"context"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/decode"
)

var (
	//go:embed common.yaml
	commonYAML []byte
	//go:embed groups.yaml
	groupsYAML []byte
)

type sharedParts struct {
	metadata, listMetadata spec.Schema // properties of a kind and of its list
	common                 map[string]spec.Schema
}

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

// common returns the Kubernetes models that documents refer to, directly or not. All documents
// share them.
func common(form Form) map[string]spec.Schema { return shared()[form].common }

func (v *Version) needs(model string) bool {
	return v.Scale || !strings.HasPrefix(model, scalePrefix)
}

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

// commonModel returns one model of common.yaml in a form.
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

// Form is the version of OpenAPI.
type Form uint8

const (
	// V2 is OpenAPI v2; it loses parts of a schema.
	V2 Form = iota
	// V3 is OpenAPI v3.
	V3
)

var prefixes = [...]string{V2: "#/definitions/", V3: "#/components/schemas/"}

// Ref returns a reference to a model.
func (f Form) Ref(model string) spec.Ref {
	ref, err := spec.NewRef(prefixes[f] + model)
	if err != nil { // a name that is not valid in a URL
		return spec.Ref{}
	}
	return ref
}

// described returns a property with a reference and a description. In v3 that needs an allOf
// around the reference.
func (f Form) described(ref spec.Ref, text string) spec.Schema {
	out := spec.Schema{SchemaProps: spec.SchemaProps{Description: text}}
	if f == V2 {
		out.Ref = ref
	} else {
		out.AllOf = []spec.Schema{{SchemaProps: spec.SchemaProps{Ref: ref}}}
	}
	return out
}

// Info is the info object of every document.
var Info = spec.InfoProps{Title: "Kubernetes CRD Swagger", Version: "v0.1.0"}

// plainDocument encodes a document and decodes it again. It calls MarshalJSON itself, because
// encoding/json would copy the result.
func plainDocument(ctx context.Context, document json.Marshaler) (map[string]any, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	text, err := document.MarshalJSON()
	if err != nil {
		return nil, err
	}
	doc, err := decode.JSON(ctx, text)
	if err != nil {
		return nil, err
	}
	return doc.Object()
}

// Descriptions of the fields that the server adds to every kind, word for word.
const (
	conventions = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md"

	apiVersionText = "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: " + conventions + "#resources"
	kindText       = "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: " + conventions + "#types-kinds"
	metadataText   = "Standard object's metadata. More info: " + conventions + "#metadata"
	listMetaText   = "Standard list metadata. More info: " + conventions + "#types-kinds"

	embeddedAPIVersionText = "apiVersion defines the versioned schema of this representation of an object. More info: " + conventions + "#resources"
	embeddedKindText       = "kind is a string value representing the type of this object. In CamelCase. More info: " + conventions + "#types-kinds"
)
