package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
)

// kindOf is a version of a CRD of the corpus.
type kindOf struct {
	crd        map[string]any
	definition *crdschema.Version
	props      *apiextensions.JSONSchemaProps
	structural *schema.Structural
	raw        map[string]any // openAPIV3Schema
}

// fileOf is an object that a server accepts, or a spoiled one.
type fileOf struct {
	kind   *kindOf
	spoil  string // how the object was spoiled, or ""
	text   []byte
	object map[string]any
}

// corpusKinds returns the versions of the CRDs below a folder that the library and the reference
// compile, with the files of their objects. A kind that two CRDs have is left out.
func corpusKinds(corpus string) (map[string]*kindOf, []string, error) {
	files, err := filepath.Glob(filepath.Join(corpus, "*", "crds", "*.yaml"))
	if err != nil {
		return nil, nil, err
	}
	kinds, objects, seen := map[string]*kindOf{}, []string{}, map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, err
		}
		var crd apiextensionsv1.CustomResourceDefinition
		if yaml.Unmarshal(text, &crd) != nil || crd.APIVersion != "apiextensions.k8s.io/v1" || seen[crd.Name] || crd.Spec.Conversion != nil && crd.Spec.Conversion.Webhook != nil {
			continue
		}
		seen[crd.Name] = true
		definition, err := crdschema.CompileYAML(context.Background(), text)
		if err != nil {
			continue
		}
		raw := map[string]any{}
		if err := yaml.Unmarshal(text, &raw); err != nil {
			return nil, nil, err
		}
		for i, v := range crd.Spec.Versions {
			if k := newKind(raw, definition, i, v); k != nil {
				kinds[crd.Spec.Group+"/"+v.Name+" "+crd.Spec.Names.Kind] = k
			}
		}
		found, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(file)), "objects", crd.Name, "*.yaml"))
		if err != nil {
			return nil, nil, err
		}
		objects = append(objects, found[:min(len(found), 4)]...)
	}
	return kinds, objects, nil
}

func newKind(crd map[string]any, definition *crdschema.Definition, index int, v apiextensionsv1.CustomResourceDefinitionVersion) *kindOf {
	if !v.Served || v.Schema == nil {
		return nil
	}
	k := &kindOf{crd: crd, props: &apiextensions.JSONSchemaProps{}}
	if apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(v.Schema.OpenAPIV3Schema, k.props, nil) != nil {
		return nil
	}
	var err error
	if k.structural, err = schema.NewStructural(k.props); err != nil {
		return nil
	}
	versions := crd["spec"].(map[string]any)["versions"].([]any)
	k.raw = versions[index].(map[string]any)["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
	k.definition, _ = definition.Version(v.Name)
	return k
}

// accepts asks the reference, as byHand does, and makes the calls that byHand leaves out: unknown fields,
// keys of lists, and metadata of embedded resources.
func (k *kindOf) accepts(obj map[string]any) bool {
	obj = runtime.DeepCopyJSON(obj)
	unknown := pruning.PruneWithOptions(obj, k.structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	defaulting.PruneNonNullableNullsWithoutDefaults(obj, k.structural)
	defaulting.Default(obj, k.structural)
	errs, err := validate(k.props, k.structural, obj, nil)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, k.structural, obj)...)
	errs = append(errs, objectmeta.Validate(context.Background(), nil, obj, k.structural, true)...)
	return len(unknown) == 0 && len(errs) == 0 && err == nil
}

// dnsName matches names that a server accepts: templates have others.
var dnsName = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`)

func inNamespace(metadata map[string]any) bool {
	name, found := metadata["namespace"].(string)
	return !found || dnsName.MatchString(name)
}

// sample returns n files, spoiled ones among them, the same ones in every run.
func sample(corpus string, n, spoiled int) ([]fileOf, error) {
	kinds, names, err := corpusKinds(corpus)
	if err != nil {
		return nil, err
	}
	var good []fileOf
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		obj, err := readObject(string(text))
		if err != nil {
			continue
		}
		k := kinds[fmt.Sprint(obj["apiVersion"], " ", obj["kind"])]
		metadata, _ := obj["metadata"].(map[string]any)
		delete(obj, "status") // a server drops the status of a new object
		if title, _ := metadata["name"].(string); k == nil || !dnsName.MatchString(title) || !inNamespace(metadata) || !k.accepts(obj) {
			continue
		}
		delete(metadata, "resourceVersion")
		delete(metadata, "uid")
		good = append(good, fileOf{kind: k, object: obj})
	}
	step := max(1, len(good)/n) // from all repositories
	var out []fileOf
	for i := 0; i < len(good) && len(out) < n-spoiled; i += step {
		out = append(out, good[i])
	}
	out = append(out, spoilAll(good, spoiled)...)
	for i := range out {
		if out[i].text == nil {
			if out[i].text, err = yaml.Marshal(out[i].object); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// spoilAll returns n objects, spoiled in all ways by turns.
func spoilAll(good []fileOf, n int) []fileOf {
	var out []fileOf
	each := n / len(spoilers)
	for w, way := range spoilers {
		found, from := 0, w*len(good)/len(spoilers)
		for i := 0; i < len(good) && found < each; i++ {
			f := good[(from+i*7)%len(good)]
			bad := fileOf{kind: f.kind, spoil: way.name, object: runtime.DeepCopyJSON(f.object)}
			if !way.spoil(&bad) || way.reference && f.kind.accepts(bad.object) {
				continue
			}
			out = append(out, bad)
			found++
		}
	}
	return out
}

// spoiler makes an object that a server refuses. With reference set, the reference must refuse it, too.
type spoiler struct {
	name      string
	reference bool
	spoil     func(f *fileOf) bool
}

var spoilers = []spoiler{
	{"unknown field", false, func(f *fileOf) bool {
		spec, _ := f.object["spec"].(map[string]any)
		if spec == nil {
			return false
		}
		spec["noSuchField"] = int64(1)
		return !f.kind.accepts(f.object)
	}},
	{"wrong type", true, atLeaf(func(s map[string]any, v any) (any, bool) {
		_, isText := v.(string)
		return int64(7), isText && s["type"] == "string"
	})},
	{"enum", true, atLeaf(func(s map[string]any, _ any) (any, bool) {
		return "noSuchValue", s["enum"] != nil && s["type"] == "string"
	})},
	{"bound", true, atLeaf(func(s map[string]any, _ any) (any, bool) {
		if least, ok := s["minimum"].(float64); ok {
			return int64(least) - 1, true
		}
		if longest, ok := s["maxLength"].(float64); ok && longest < 1000 {
			return strings.Repeat("x", int(longest)+1), true
		}
		_, ok := s["pattern"].(string)
		return "\n", ok
	})},
	{"required field", true, removeRequired},
	{"rule", true, breakRule},
	{"repeated key of a list", true, repeatElement},
	{"repeated field", false, func(f *fileOf) bool {
		text, err := yaml.Marshal(f.object)
		f.text = append(text, "kind: "+f.object["kind"].(string)+"\n"...)
		return err == nil
	}},
}

// walk calls visit for each value of an object with its schema, until it returns true.
func walk(s map[string]any, v any, visit func(s map[string]any, v any, set func(any)) bool, set func(any)) bool {
	if visit(s, v, set) {
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		properties, _ := s["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			sub, _ := properties[name].(map[string]any)
			if sub != nil && walk(sub, v[name], visit, func(to any) { v[name] = to }) {
				return true
			}
		}
	case []any:
		items, _ := s["items"].(map[string]any)
		for i := range v {
			if items != nil && walk(items, v[i], visit, func(to any) { v[i] = to }) {
				return true
			}
		}
	}
	return false
}

// withoutHead returns an object without the fields of all objects. It shares the others.
func withoutHead(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	for _, name := range []string{"apiVersion", "kind", "metadata"} {
		delete(out, name)
	}
	return out
}

func atLeaf(change func(s map[string]any, v any) (any, bool)) func(*fileOf) bool {
	return func(f *fileOf) bool {
		return walk(f.kind.raw, withoutHead(f.object), func(s map[string]any, v any, set func(any)) bool {
			to, ok := change(s, v)
			if ok {
				set(to)
			}
			return ok
		}, nil)
	}
}

func removeRequired(f *fileOf) bool {
	return walk(f.kind.raw, f.object, func(s map[string]any, v any, _ func(any)) bool {
		object, _ := v.(map[string]any)
		required, _ := s["required"].([]any)
		properties, _ := s["properties"].(map[string]any)
		for _, name := range required {
			sub, _ := properties[name.(string)].(map[string]any)
			if _, found := object[name.(string)]; found && sub["default"] == nil && name != "apiVersion" && name != "kind" && name != "metadata" && name != "spec" {
				delete(object, name.(string))
				return true
			}
		}
		return false
	}, nil)
}

func repeatElement(f *fileOf) bool {
	return walk(f.kind.raw, f.object, func(s map[string]any, v any, set func(any)) bool {
		list, _ := v.([]any)
		if s["x-kubernetes-list-type"] != "map" || len(list) == 0 {
			return false
		}
		set(append(list, runtime.DeepCopyJSONValue(list[0])))
		return true
	}, nil)
}

// breakRule replaces the object with one that breaks a rule of its kind, and nothing else.
func breakRule(f *fileOf) bool {
	text, _ := json.Marshal(f.kind.raw)
	if !strings.Contains(string(text), "x-kubernetes-validations") || len(text) > 40_000 {
		return false
	}
	for c, err := range generate.New(f.kind.definition).Cases(context.Background()) {
		if err == nil && c.Old == nil && c.Error != nil && c.Error.Code == "rule-failed" {
			f.object = c.Object
			return true
		}
	}
	return false
}
