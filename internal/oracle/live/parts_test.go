package live_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// partKind is a definition with subresources on both sides, with stored objects. At v0,
// which has no subresources and hardly a schema, any object can be stored; v1 and v2 have
// other subresources and schemas, v3 has none.
type partKind struct {
	crd     map[string]any
	ours    *crdschema.Definition
	fields  *apply.Applier
	cluster bool
	paths   map[string][]string // by version: what the subresources name
	objects []storedPart
}

// storedPart is an object in storage, with its resource version.
type storedPart map[string]any

const (
	partsPerKind   = 20
	requestsOfKind = 100
)

// parts returns the definitions of both comparisons of subresources, installed once, with
// their objects.
var parts = once(func(t *testing.T) []*partKind {
	server := live.Start(t)
	var kinds []*partKind
	var crds []map[string]any
	for i := range parity.Full(20_000) / requestsOfKind {
		k := newPartKind(t, uint64(i))
		kinds, crds = append(kinds, k), append(crds, k.crd)
	}
	answers, err := server.Install(crds...)
	require.NoError(t, err)
	for i, k := range kinds {
		require.True(t, answers[i].Accepted(), answers[i].Message())
		for j := range partsPerKind {
			k.storeAny(t, server, j)
		}
	}
	return kinds
})

var (
	specPaths     = []string{".spec.replicas", ".spec.replicas", ".spec.replicas", ".spec.size.wanted", ".spec.pools[0].size", ".spec.", ".spec..a"}
	statusPaths   = []string{".status.replicas", ".status.replicas", ".status.size.now", ".status."}
	selectorPaths = []string{"", ".status.selector", ".status.selector", ".spec.selector", ".status.size.of"}
)

func newPartKind(t *testing.T, seed uint64) *partKind {
	r := parity.Rand(seed)
	k := &partKind{cluster: r.IntN(4) == 0, paths: map[string][]string{}}
	group := fmt.Sprintf("p%d.parts.example.com", seed)
	storage := r.IntN(2)
	var versions []any
	for i := range 4 {
		name := fmt.Sprint("v", i)
		version := map[string]any{"name": name, "served": true, "storage": i == storage, "deprecated": i == 2, "schema": map[string]any{
			"openAPIV3Schema": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}
		if i == 1 || i == 2 {
			version["schema"] = map[string]any{"openAPIV3Schema": partSchema(t, r)}
			version["subresources"] = k.subresources(r, name)
		}
		versions = append(versions, version)
	}
	scope := map[bool]string{true: "Cluster", false: "Namespaced"}[k.cluster]
	k.crd = map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "parts." + group},
		"spec": map[string]any{"group": group, "scope": scope, "versions": versions, "names": map[string]any{"plural": "parts", "kind": "Part"}}}
	var err error
	k.ours, err = crdschema.Compile(t.Context(), k.crd)
	require.NoError(t, err)
	k.fields, err = apply.New(k.ours)
	require.NoError(t, err)
	return k
}

// subresources returns those of a version and remembers their paths.
func (k *partKind) subresources(r *rand.Rand, version string) map[string]any {
	out := map[string]any{}
	if r.IntN(4) > 0 {
		out["status"] = map[string]any{}
	}
	if r.IntN(8) == 0 {
		return out
	}
	spec, status, selector := oneOf(r, specPaths), oneOf(r, statusPaths), oneOf(r, selectorPaths)
	out["scale"] = map[string]any{"specReplicasPath": spec, "statusReplicasPath": status}
	k.paths[version] = []string{spec, status}
	if selector != "" {
		out["scale"].(map[string]any)["labelSelectorPath"] = selector
		k.paths[version] = append(k.paths[version], selector)
	}
	return out
}

// partSchemas are the schemas of v1 and v2: of any objects, and with defaults, list types,
// rules of one state and of two, and fields that are dropped.
var partSchemas = []string{
	`{type: object, x-kubernetes-preserve-unknown-fields: true}`,
	`{type: object, properties: {spec: {type: object, nullable: true, x-kubernetes-preserve-unknown-fields: true, properties: {replicas: {type: integer, maximum: 5}}},
		status: {type: object, x-kubernetes-preserve-unknown-fields: true}}}`,
	`{type: object, required: [spec], properties: {
		spec: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {replicas: {type: integer, default: 1}, color: {type: string, enum: [red, green]}},
			x-kubernetes-validations: [{rule: "!has(oldSelf.replicas) || !has(self.replicas) || self.replicas <= oldSelf.replicas + 3"}]},
		status: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {replicas: {type: integer, maximum: 6}, phase: {type: string, default: New, maxLength: 6},
			names: {type: array, x-kubernetes-list-type: set, items: {type: string}}}}}}`,
	`{type: object, properties: {
		spec: {type: object, properties: {replicas: {type: integer}, color: {type: string}, selector: {type: string}}},
		status: {type: object, properties: {replicas: {type: integer}, phase: {type: string}, selector: {type: string}}}},
		x-kubernetes-validations: [{rule: "!has(self.status) || !has(self.status.phase) || self.status.phase != 'Stuck'"},
			{rule: "!has(self.spec) || !has(oldSelf.spec) || !has(self.spec.color) || !has(oldSelf.spec.color) || self.spec.color == oldSelf.spec.color"}]}`,
}

func partSchema(t *testing.T, r *rand.Rand) map[string]any { return decode(t, oneOf(r, partSchemas)) }

func oneOf[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// collection returns the path of the collection at a version.
func (k *partKind) collection(version string) string {
	out := "/apis/" + k.ours.Group() + "/" + version
	if !k.cluster {
		out += "/namespaces/default"
	}
	return out + "/parts"
}

// namespace returns the namespace of the objects in requests for our side.
func (k *partKind) namespace() string {
	if k.cluster {
		return ""
	}
	return "default"
}

// storeAny stores an object with values of all kinds. Some objects are being deleted.
func (k *partKind) storeAny(t *testing.T, server *live.Server, i int) {
	r := parity.Rand(uint64(i) + 1_000*uint64(len(k.ours.Group())))
	obj := k.object(r, fmt.Sprint("o", i))
	answer := server.Do(http.MethodPost, k.collection("v0"), obj)
	require.True(t, answer.Accepted(), answer.Message())
	if meta := obj["metadata"].(map[string]any); meta["finalizers"] != nil && r.IntN(2) == 0 {
		deleted := server.Do(http.MethodDelete, k.collection("v0")+"/"+meta["name"].(string), nil)
		require.True(t, deleted.Accepted(), deleted.Message())
	}
	stored := k.stored(server, fmt.Sprint("o", i))
	require.NotNil(t, stored)
	k.objects = append(k.objects, stored)
}

// stored returns the stored object of a name with its resource version, or nil.
func (k *partKind) stored(server *live.Server, name string) storedPart {
	answer := server.Do(http.MethodGet, k.collection("v0")+"/"+name, nil)
	obj, err := server.Stored(k.crd, k.namespace(), name)
	if err != nil || obj == nil || !answer.Accepted() {
		return nil
	}
	return withVersion(obj, answer.Body["metadata"].(map[string]any)["resourceVersion"].(string))
}

// object returns an object at v0.
func (k *partKind) object(r *rand.Rand, name string) map[string]any {
	meta := map[string]any{"name": name}
	if r.IntN(3) == 0 {
		meta["labels"] = map[string]any{"l": "v"}
	}
	if r.IntN(4) == 0 {
		meta["finalizers"] = []any{"example.com/keep"}
	}
	obj := map[string]any{"apiVersion": k.ours.Group() + "/v0", "kind": "Part", "metadata": meta, "spec": map[string]any{}}
	wild := r.IntN(3) == 0
	for _, version := range []string{"v1", "v2"} {
		for _, path := range k.paths[version] {
			setAt(obj, path, partValue(r, path, wild))
		}
	}
	fillPart(r, obj)
	if wild && r.IntN(4) == 0 {
		obj[oneOf(r, []string{"spec", "status"})] = oneOf(r, []any{nil, "text", []any{}, map[string]any{}, int64(1)})
	}
	return obj
}

// fillPart sets some fields of the spec and the status.
func fillPart(r *rand.Rand, obj map[string]any) {
	for path, values := range map[string][]any{
		".spec.color":   {"red", "green", "blue", int64(1)},
		".status.phase": {"New", "Up", "Stuck", "Running", nil},
		".status.names": {[]any{"a"}, []any{"a", "b"}, []any{"a", "a"}},
	} {
		if r.IntN(3) == 0 {
			setAt(obj, path, oneOf(r, values))
		}
	}
}

// unset is the value of a field that is not set.
type unset struct{}

// partValue returns a value for a path of the scale: a good one, or any.
func partValue(r *rand.Rand, path string, wild bool) any {
	if !wild || r.IntN(2) == 0 {
		if strings.HasSuffix(path, "selector") || strings.HasSuffix(path, ".of") {
			return oneOf(r, []any{unset{}, "app=x", "a in (b,c)", ""})
		}
		return oneOf(r, []any{unset{}, int64(0), int64(1), int64(3), int64(4), int64(7)})
	}
	return oneOf(r, []any{nil, "three", "", 3.5, true, int64(-1), int64(1) << 31, int64(-1) << 31, int64(1)<<32 + 1, int64(1) << 62, []any{int64(1)}, map[string]any{"a": int64(1)}})
}

// setAt sets the value at a path if all values on the path are objects.
func setAt(obj map[string]any, path string, v any) {
	if v == (unset{}) {
		return
	}
	names := strings.Split(strings.TrimPrefix(path, "."), ".")
	for _, name := range names[:len(names)-1] {
		inner, ok := obj[name].(map[string]any)
		if obj[name] == nil {
			inner, ok = map[string]any{}, true
			obj[name] = inner
		}
		if !ok {
			return
		}
		obj = inner
	}
	obj[names[len(names)-1]] = structural.Clone(v)
}
