package oracle

import (
	"context"
	"maps"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// endpoint is one version of a definition on both sides.
type endpoint struct {
	ours    *crdschema.Definition
	version string
	theirs  *upstream.Endpoint
}

// newEndpoint compiles a definition on both sides with all its versions served,
// and reports whether the reference can serve the version.
func newEndpoint(manifest map[string]any, version string) (endpoint, bool) {
	manifest = structural.Clone(manifest)
	spec, _ := manifest["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	for _, v := range versions {
		v.(map[string]any)["served"] = true
	}
	crd, err := upstream.Definition(manifest)
	if err != nil || !stores(crd) || !apiextensions.HasVersionServed(crd, version) {
		return endpoint{}, false
	}
	theirs, err := upstream.NewEndpoint(crd, version)
	if err != nil {
		return endpoint{}, false
	}
	ours, err := compiler.Compile(context.Background(), manifest)
	if err != nil {
		panic(err)
	}
	return endpoint{ours, version, theirs}, true
}

// compiler is shared by all definitions, as in real use.
var compiler = crdschema.NewCompiler()

// stores reports whether a definition has a storage version. The definitions of a
// server always do.
func stores(crd *apiextensions.CustomResourceDefinition) bool {
	_, err := apiextensions.GetCRDStorageVersion(crd)
	return err == nil
}

// withoutRules returns a copy of a manifest without validation rules.
func withoutRules(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		for name, e := range v {
			if _, ruled := e.([]any); ruled && name == "x-kubernetes-validations" {
				delete(out, name)
			} else {
				out[name] = withoutRules(e)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withoutRules(e)
		}
		return out
	}
	return v
}

// request is an object at an endpoint, and the stored object that it replaces or
// nil.
type request struct {
	endpoint
	object, old map[string]any
}

// MarshalJSON returns the objects for reports.
func (r request) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"object": r.object, "old": r.old})
}

// corpusRequests returns n requests for each object of the corpus: the first with
// the object unchanged, the others with damaged ones. Old objects are often
// damaged, too.
func corpusRequests(t testing.TB, n int) parity.Cases[request] {
	t.Helper()
	var inputs []request
	var labels []string
	for _, crd := range corpus.Load(t).CRDs {
		served := map[string]endpoint{}
		for _, o := range crd.Objects {
			e, known := served[o.Version()]
			if !known {
				e, _ = newEndpoint(crd.Manifest, o.Version())
				served[o.Version()] = e
			}
			if e.theirs != nil {
				inputs = append(inputs, request{endpoint: e, object: withName(o.Value)})
				labels = append(labels, o.File)
			}
		}
	}
	all := parity.Cases[request]{N: len(inputs), At: func(i int) (string, request) { return labels[i], inputs[i] }}
	return varied(all, n)
}

// generatedRequests returns requests for generated definitions, ten for each.
func generatedRequests(n int) parity.Cases[request] {
	type source struct {
		endpoint
		schema map[string]any
	}
	sources := parity.Generated(max(1, n/10), func(seed uint64) source {
		g := generate.New(seed, generate.WithStatusCompatible(), generate.WithDemandingRules())
		for {
			schema := g.Schema(generate.Valid)
			crd := generate.CRD(schema, generate.WithStatus(), generate.WithScale())
			if e, ok := newEndpoint(crd, generate.Version); ok {
				return source{e, schema}
			}
		}
	})
	return varied(parity.Times(parity.Recent(sources), 10, func(seed uint64, s source) request {
		obj := withName(objectFor(s.schema, seed))
		obj["apiVersion"], obj["kind"] = generate.APIVersion, generate.Kind // others are not decoded with the schema
		return request{endpoint: s.endpoint, object: obj}
	}), 1)
}

func varied(in parity.Cases[request], n int) parity.Cases[request] {
	return parity.Times(in, n, func(seed uint64, r request) request {
		whole := r.object
		if seed%uint64(n) > 0 || seed%3 == 0 {
			r.object = sameName(changed(seed, whole, 1), whole)
		}
		r.old = stored(r.endpoint, sameName(changed(seed+1, whole, int(seed%4)/3), whole))
		return r
	})
}

// stored returns an object as it is in storage: pruned and coerced, but not
// defaulted, with fields that a server adds.
func stored(e endpoint, obj map[string]any) map[string]any {
	d := e.theirs.S.Decode(obj, upstream.Storage)
	if d.Error != "" {
		return nil
	}
	meta, _ := d.Object["metadata"].(map[string]any)
	if meta == nil {
		return nil
	}
	meta["uid"], meta["resourceVersion"], meta["generation"] = "6b3b5b5e-0000-4000-8000-000000000000", "7", int64(3)
	meta["creationTimestamp"] = "2024-01-02T03:04:05Z"
	if !upstream.ManagedFieldsReadable(d.Object) { // which a server cannot have stored
		delete(meta, "managedFields")
	}
	return upstream.Written(d.Object)
}

// withName sets the namespace of all requests, and a name if the object has none.
func withName(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	meta, _ := obj["metadata"].(map[string]any)
	meta = maps.Clone(meta)
	if meta == nil {
		meta = map[string]any{}
	}
	if name, _ := meta["name"].(string); name == "" {
		meta["name"] = "some"
	}
	delete(meta, "generateName")
	meta["namespace"] = upstream.Namespace
	out["metadata"] = meta
	return out
}

// sameName sets the type, name and namespace of another object.
func sameName(obj, of map[string]any) map[string]any {
	out := maps.Clone(obj)
	out["apiVersion"], out["kind"] = of["apiVersion"], of["kind"]
	meta, ok := obj["metadata"].(map[string]any)
	if !ok {
		meta = map[string]any{}
	}
	meta = maps.Clone(meta)
	want := of["metadata"].(map[string]any)
	meta["name"], meta["namespace"] = want["name"], want["namespace"]
	delete(meta, "generateName")
	out["metadata"] = meta
	return out
}
