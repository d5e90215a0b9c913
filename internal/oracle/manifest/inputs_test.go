package manifest

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

type manifests = parity.Cases[map[string]any]

func definitions(t testing.TB) manifests {
	t.Helper()
	crds := corpus.Load(t).CRDs
	return parity.Map(parity.List(crds, func(c *corpus.CRD) string { return c.File }),
		func(c *corpus.CRD) map[string]any { return asV1(c.Manifest) })
}

// asV1 returns a manifest as v1, the only version that is served. It may be
// invalid then.
func asV1(manifest map[string]any) map[string]any {
	out := maps.Clone(manifest)
	out["apiVersion"] = "apiextensions.k8s.io/v1"
	return out
}

// mutated returns a copy of a manifest with some changes.
func mutated(seed uint64, manifest map[string]any) map[string]any {
	r := parity.Rand(seed)
	out := runtime.DeepCopyJSON(manifest)
	for range 1 + r.IntN(3) {
		change(r, out)
	}
	return out
}

func change(r *rand.Rand, m map[string]any) {
	switch r.IntN(8) {
	case 0, 1, 2:
		changeSchema(r, m)
	case 3:
		changeVersions(r, m)
	default:
		e := edits[r.IntN(len(edits))]
		e.set(r, m)
	}
}

// changeSchema edits the schema of one version, or those of all in the same way.
func changeSchema(r *rand.Rand, m map[string]any) {
	seed, all := r.Uint64(), r.IntN(3) == 0
	versions := objectsOf(m, "spec", "versions")
	only := r.IntN(len(versions) + 1)
	for i, v := range versions {
		schema := objectOf(v, "schema", "openAPIV3Schema")
		if schema == nil || !all && i != only {
			continue
		}
		own := parity.Rand(seed)
		if own.IntN(4) == 0 {
			objectOf(v, "schema")["openAPIV3Schema"] = withDefault(own, runtime.DeepCopyJSON(schema))
			continue
		}
		objectOf(v, "schema")["openAPIV3Schema"] = mutate.Schema(own, schema, 1+own.IntN(2))
	}
}

// withDefault adds a property with a default and rules at a random node of a
// schema.
func withDefault(r *rand.Rand, schema map[string]any) map[string]any {
	node := schema
	for range r.IntN(4) {
		properties := objectOf(node, "properties")
		names := keys(properties)
		if len(names) == 0 {
			break
		}
		if below, ok := properties[names[r.IntN(len(names))]].(map[string]any); ok && below["type"] == "object" {
			node = below
		}
	}
	properties := objectOf(node, "properties")
	if properties == nil {
		properties = map[string]any{}
		node["properties"] = properties
	}
	if r.IntN(100) == 0 {
		properties["expensive"] = runtime.DeepCopyJSONValue(expensive)
	}
	for range 1 + r.IntN(2) {
		properties[one(r, "fresh", "other", "metadata", "kind").(string)] = runtime.DeepCopyJSONValue(one(r, defaulted...))
	}
	return schema
}

func keys(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	sortStrings(out)
	return out
}

func rule(text string, more ...any) map[string]any {
	return obj(append([]any{"rule", text}, more...)...)
}

func obj(pairs ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

const rulesKey = "x-kubernetes-validations"

// defaulted are schemas with defaults, most of which have rules.
var defaulted = []any{
	obj("type", "integer", "default", int64(3), rulesKey, []any{rule("self > 5")}),
	obj("type", "integer", "default", int64(3), rulesKey, []any{rule("self < 5", "message", "must be small")}),
	obj("type", "integer", "default", int64(3), rulesKey, []any{rule("self == oldSelf"), rule("self < 3", "reason", "FieldValueForbidden")}),
	obj("type", "integer", "default", int64(3), rulesKey, []any{rule("self < oldSelf.orValue(2)", "optionalOldSelf", true)}),
	obj("type", "integer", "default", int64(3), rulesKey, []any{rule("oldSelf.hasValue() && self == oldSelf.value()", "optionalOldSelf", true)}),
	obj("type", "string", "default", "abc", rulesKey, []any{rule("self.startsWith('b')", "messageExpression", "'got ' + self")}),
	obj("type", "string", "default", "abc", rulesKey, []any{rule("self.nothing()")}),
	obj("type", "string", "default", "abc", "format", "date-time", rulesKey, []any{rule("self > timestamp('2020-01-01T00:00:00Z')")}),
	obj("type", "string", "default", "abc", "maxLength", int64(2), rulesKey, []any{rule("size(self) < 3")}),
	obj("type", "object", "default", obj("a", int64(1)), "properties", obj("a", obj("type", "integer", rulesKey, []any{rule("self > 1")}))),
	obj("type", "object", "default", obj("a", int64(1), "b", int64(2)), "properties", obj("a", obj("type", "integer"))),
	obj("type", "object", "default", obj(), "properties", obj("a", obj("type", "integer", "default", int64(1))),
		rulesKey, []any{rule("has(self.a)", "fieldPath", ".a")}),
	obj("type", "array", "default", []any{"a", "a"}, "x-kubernetes-list-type", "set", "items", obj("type", "string")),
	obj("type", "array", "default", []any{"a", "b"}, "maxItems", int64(5), "items", obj("type", "string", "maxLength", int64(5), rulesKey, []any{rule("self != 'b'")})),
	obj("type", "object", "default", obj("kind", "A", "apiVersion", "v1", "metadata", obj("name", "a", "nonsense", int64(1))),
		"x-kubernetes-embedded-resource", true, "x-kubernetes-preserve-unknown-fields", true),
	obj("type", "object", "default", obj("kind", "A", "apiVersion", "v1", "metadata", obj("name", int64(1))),
		"x-kubernetes-embedded-resource", true, "x-kubernetes-preserve-unknown-fields", true, rulesKey, []any{rule("self.kind == 'B'")}),
	obj("type", "object", "x-kubernetes-embedded-resource", true, "properties", obj("metadata", obj("type", "object", "properties",
		obj("name", obj("type", "string", "default", "a/b"), "labels", obj("type", "object", "additionalProperties", obj("type", "string"), "default", obj("a", "b")))),
		"kind", obj("type", "string", "default", "k", rulesKey, []any{rule("self == 'K'")}))),
	obj("x-kubernetes-int-or-string", true, "default", 1.5, rulesKey, []any{rule("type(self) == int")}),
	obj("type", "string", "enum", []any{"a", "b"}, "default", "c", "nullable", true),
	obj("type", "object", "additionalProperties", obj("type", "string", "default", int64(1)), "default", obj("x", "y"),
		"maxProperties", int64(3), rulesKey, []any{rule("'x' in self && self.x == 'z'")}),
}

// expensive is a schema with a default whose rule exceeds the cost budget.
var expensive = obj("type", "array", "maxItems", int64(300), "default", many(300), "items", obj("type", "integer"),
	rulesKey, []any{rule("self.all(x, self.all(y, self.exists(z, z >= x + y || z == 0)))")})

func many(n int) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

func one(r *rand.Rand, values ...any) any { return values[r.IntN(len(values))] }

// changeVersions changes the list of versions: it adds, removes, renames or
// reorders them.
func changeVersions(r *rand.Rand, m map[string]any) {
	spec := objectOf(m, "spec")
	versions, _ := spec["versions"].([]any)
	if len(versions) == 0 {
		return
	}
	i := r.IntN(len(versions))
	v, ok := versions[i].(map[string]any)
	if !ok {
		return
	}
	switch r.IntN(6) {
	case 0:
		spec["versions"] = append(versions[:i:i], versions[i+1:]...)
	case 1, 2:
		more := runtime.DeepCopyJSON(v)
		more["name"] = one(r, "v1", "v2", "v9alpha1", "v3", v["name"])
		more["storage"] = one(r, false, false, true)
		if schema := objectOf(more, "schema", "openAPIV3Schema"); schema != nil && r.IntN(2) == 0 {
			objectOf(more, "schema")["openAPIV3Schema"] = mutate.Schema(r, schema, 1)
		}
		spec["versions"] = append(versions, more)
	case 3:
		r.Shuffle(len(versions), func(i, j int) { versions[i], versions[j] = versions[j], versions[i] })
	case 4:
		for j, v := range objectsOf(m, "spec", "versions") {
			v["storage"] = j == i
		}
	case 5:
		delete(v, one(r, "schema", "subresources", "additionalPrinterColumns", "served", "name").(string))
	}
}

// edit sets or removes one field.
type edit struct {
	path   string
	values []any
}

// absent as a value of an edit removes the field.
const absent = "\x00absent"

func (e edit) set(r *rand.Rand, m map[string]any) {
	steps := strings.Split(e.path, ".")
	for _, step := range steps[:len(steps)-1] {
		if name, ok := strings.CutSuffix(step, "*"); ok {
			list, _ := m[name].([]any)
			if len(list) == 0 {
				list = []any{map[string]any{}}
				m[name] = list
			}
			next, ok := list[r.IntN(len(list))].(map[string]any)
			if !ok {
				return
			}
			m = next
			continue
		}
		next, ok := m[step].(map[string]any)
		if !ok {
			next = map[string]any{}
			m[step] = next
		}
		m = next
	}
	last := steps[len(steps)-1]
	if v := one(r, e.values...); v == absent {
		delete(m, last)
	} else {
		m[last] = runtime.DeepCopyJSONValue(v)
	}
}

func objectOf(m map[string]any, path ...string) map[string]any {
	for _, name := range path {
		m, _ = m[name].(map[string]any)
	}
	return m
}

func objectsOf(m map[string]any, path ...string) (out []map[string]any) {
	last := len(path) - 1
	list, _ := objectOf(m, path[:last]...)[path[last]].([]any)
	for _, e := range list {
		if o, ok := e.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}
