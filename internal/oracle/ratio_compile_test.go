package oracle

import (
	"context"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// BenchmarkRatioCompileDefinition measures whole definitions, from a decoded
// manifest to a definition that serves all its versions: when it is opened, after
// a small object of each version, and after everything is compiled.
func BenchmarkRatioCompileDefinition(b *testing.B) {
	b.Run("without-rules", func(b *testing.B) { compileAll(b, withoutRules) })
	b.Run("with-rules", func(b *testing.B) { compileAll(b, func(manifest any) any { return manifest }) })
}

func compileAll(b *testing.B, adapt func(manifest any) any) {
	texts, manifests, crds := servable(b, adapt)
	theirs := func() any { return serveTheirs(b, crds) }
	for name, serve := range map[string]func(manifests []map[string]any) any{"opened": openOurs, "used": serveOurs, "prepared": prepareOurs} {
		b.Run(name, func(b *testing.B) {
			ratio.Run(b, ratio.Case{
				Ours:         func() { serve(manifests) },
				Upstream:     func() { theirs() },
				KeepOurs:     func() any { return serve(decodeAll(b, texts)) },
				KeepUpstream: theirs,
			})
		})
	}
}

// servable returns the definitions of the corpus that the reference can serve in
// three forms: as JSON, decoded, and as the reference's type.
func servable(b *testing.B, adapt func(manifest any) any) (texts [][]byte, manifests []map[string]any, crds []*apiextensions.CustomResourceDefinition) {
	b.Helper()
	for _, c := range corpus.Load(b).CRDs {
		manifest := adapt(c.Manifest).(map[string]any)
		crd, err := upstream.Definition(manifest)
		if err != nil || !stores(crd) || !serveable(crd) {
			continue
		}
		text, err := upstream.Encode(manifest)
		if err != nil {
			b.Fatal(err)
		}
		texts, crds = append(texts, text), append(crds, crd)
	}
	return texts, decodeAll(b, texts), crds
}

func serveable(crd *apiextensions.CustomResourceDefinition) bool {
	for _, v := range crd.Spec.Versions {
		if _, err := upstream.NewEndpoint(crd, v.Name); err != nil {
			return false
		}
	}
	return true
}

func decodeAll(b *testing.B, texts [][]byte) []map[string]any {
	out := make([]map[string]any, len(texts))
	for i, text := range texts {
		var err error
		if out[i], err = corpus.DecodeJSON(text); err != nil {
			b.Fatal(err)
		}
	}
	return out
}

func openOurs(manifests []map[string]any) any {
	compiler := crdschema.NewCompiler()
	out := make([]*crdschema.Definition, len(manifests))
	for i, m := range manifests {
		d, err := compiler.Compile(context.Background(), m)
		if d == nil {
			panic(err)
		}
		out[i] = d
	}
	return out
}

// serveOurs opens definitions and sends an object to each version.
func serveOurs(manifests []map[string]any) any {
	out := openOurs(manifests).([]*crdschema.Definition)
	for _, d := range out {
		for _, version := range d.Versions() {
			obj := map[string]any{"apiVersion": d.Group() + "/" + version, "kind": d.Kind(), "metadata": map[string]any{"name": "a", "namespace": "b"}}
			if _, err := d.Admit(context.Background(), crdschema.Request{Object: obj}); err != nil {
				panic(err)
			}
		}
	}
	return out
}

// prepareOurs opens definitions and compiles everything.
func prepareOurs(manifests []map[string]any) any {
	out := openOurs(manifests).([]*crdschema.Definition)
	for _, d := range out {
		for _, name := range d.Versions() {
			v, _ := d.Version(name)
			_ = v.Precompile(context.Background())
		}
	}
	return out
}

func serveTheirs(b *testing.B, crds []*apiextensions.CustomResourceDefinition) any {
	var out []*upstream.Endpoint
	for _, crd := range crds {
		for _, v := range crd.Spec.Versions {
			e, err := upstream.NewEndpoint(crd, v.Name)
			if err != nil {
				b.Fatal(err)
			}
			out = append(out, e)
		}
	}
	return out
}
