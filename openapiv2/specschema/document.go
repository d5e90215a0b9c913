package specschema

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// FromDocument reads the schema of a kind from an OpenAPI document that was decoded from
// JSON: version 3 from /openapi/v3/apis/GROUP/VERSION, or version 2 from /openapi/v2.
// groupVersion is "v1" for the core group, or "stable.example.com/v1". Numbers may be float64
// as json.Unmarshal decodes them.
//
// References are replaced. Errors have paths in the schema of the kind, unless the document
// does not have the kind (document-kind) or is not JSON (not-json).
func FromDocument(ctx context.Context, doc map[string]any, groupVersion, kind string) (*structural.Schema, structural.Errors, error) {
	f, schemas := schemasOf(doc)
	plain, err := normalized(schemas)
	if err != nil {
		return nil, structural.ErrorsOf(err).In(f.path()...), nil
	}
	name, found := findKind(keys(plain), func(name string) any { return named(plain, name)[groupVersionKind] }, groupVersion, kind)
	if !found {
		return nil, f.notFound(groupVersion, kind), nil
	}
	r := newReader(ctx)
	r.resourceRoot = true
	r.lookup = func(ref string) map[string]any { return named(plain, f.name(ref)) }
	return r.readKind(f, name)
}

func (r *reader) readKind(f form, name string) (*structural.Schema, structural.Errors, error) {
	return r.result(r.referred(reference{name: f.ref(name)}))
}

func normalized(schemas map[string]any) (map[string]any, error) {
	if schemas == nil {
		return nil, nil
	}
	integers, err := structural.IntegersFromFloats(schemas)
	if err != nil {
		return nil, err
	}
	normal, err := structural.Normalize(integers)
	if err != nil {
		return nil, err
	}
	out, _ := normal.(map[string]any)
	return out, nil
}

type form string

const (
	formV2 form = "definitions"
	formV3 form = "components/schemas"
)

func schemasOf(doc map[string]any) (form, map[string]any) {
	if definitions, ok := doc["definitions"].(map[string]any); ok {
		return formV2, definitions
	}
	components, _ := doc["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	return formV3, schemas
}

func (f form) path() structural.Path {
	var out structural.Path
	for name := range strings.SplitSeq(string(f), "/") {
		out = append(out, structural.Field(name))
	}
	return out
}

func (f form) ref(name string) string {
	return "#/" + string(f) + "/" + strings.NewReplacer("~", "~0", "/", "~1", "%", "%25").Replace(name)
}

// name returns the name of the schema that a $ref refers to, the end of a JSON pointer, or ""
// if it refers to something else.
func (f form) name(ref string) string {
	name, found := strings.CutPrefix(ref, "#/"+string(f)+"/")
	if !found || strings.Contains(name, "/") {
		return ""
	}
	if decoded, err := url.PathUnescape(name); err == nil {
		name = decoded
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")
}

func nameIn(ref string) string {
	for _, f := range []form{formV2, formV3} {
		if name := f.name(ref); name != "" {
			return name
		}
	}
	return ref
}

func (f form) notFound(groupVersion, kind string) structural.Errors {
	return structural.Errors{{
		Path: f.path(), Kind: field.NotFound, Code: codes.DocumentKind, Value: groupVersion + ", Kind=" + kind,
	}}
}

func findKind(names []string, find func(name string) any, groupVersion, kind string) (string, bool) {
	group, version, found := strings.Cut(groupVersion, "/")
	if !found {
		group, version = "", groupVersion
	}
	i := slices.IndexFunc(names, func(name string) bool {
		kinds, _ := find(name).([]any)
		return slices.ContainsFunc(kinds, func(v any) bool {
			gvk, _ := v.(map[string]any)
			return gvk["group"] == group && gvk["version"] == version && gvk["kind"] == kind
		})
	})
	if i < 0 {
		return "", false
	}
	return names[i], true
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func named(schemas map[string]any, name string) map[string]any {
	if name == "" {
		return nil
	}
	m, _ := schemas[name].(map[string]any)
	return m
}
