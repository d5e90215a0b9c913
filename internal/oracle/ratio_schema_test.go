package oracle

import (
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	upstreamdefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/structural"
)

// schemaTexts returns the decodable schemas of the corpus as JSON, so that both
// sides start from the same text and share nothing.
func schemaTexts(b *testing.B) [][]byte {
	b.Helper()
	var out [][]byte
	for _, s := range corpus.Load(b).Schemas() {
		if _, ok := compile(s.Map); !ok {
			continue
		}
		text, err := upstream.Encode(s.Map)
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, text)
	}
	return out
}

func readOurs(b *testing.B, texts [][]byte, opts ...structural.Option) []*structural.Schema {
	out := make([]*structural.Schema, len(texts))
	for i, text := range texts {
		m, err := corpus.DecodeJSON(text)
		if err != nil {
			b.Fatal(err)
		}
		out[i], _ = cases.FromMap(m, opts...)
	}
	return out
}

func readTheirs(b *testing.B, texts [][]byte) []*schema.Structural {
	out := make([]*schema.Structural, len(texts))
	for i, text := range texts {
		props, err := upstream.SchemaText(text)
		if err != nil {
			b.Fatal(err)
		}
		if out[i], err = schema.NewStructural(props); err != nil {
			b.Fatal(err)
		}
	}
	return out
}

// BenchmarkRatioReadSchema measures from the text of a schema to a schema that
// objects are served with. bytes-ratio compares the retained memory: with
// everything, or without the documentation, which serving does not need.
func BenchmarkRatioReadSchema(b *testing.B) {
	texts := schemaTexts(b)
	run := func(opts ...structural.Option) func(*testing.B) {
		return func(b *testing.B) {
			ratio.Run(b, ratio.Case{
				Ours:         func() { readOurs(b, texts, opts...) },
				Upstream:     func() { readTheirs(b, texts) },
				KeepOurs:     func() any { return readOurs(b, texts, opts...) },
				KeepUpstream: func() any { return readTheirs(b, texts) },
			})
		}
	}
	b.Run("everything", run())
	b.Run("serving", run(structural.WithoutDocumentation()))
}

// BenchmarkRatioReadDecodedSchema measures the same from decoded JSON: a map for
// us, the typed schema for the reference.
func BenchmarkRatioReadDecodedSchema(b *testing.B) {
	var maps []map[string]any
	var typed []*apiextensions.JSONSchemaProps
	for _, text := range schemaTexts(b) {
		m, err := corpus.DecodeJSON(text)
		if err != nil {
			b.Fatal(err)
		}
		props, err := upstream.SchemaText(text)
		if err != nil {
			b.Fatal(err)
		}
		maps, typed = append(maps, m), append(typed, props)
	}
	ratio.Run(b, ratio.Case{
		Objects: maps,
		Ours: func() {
			for _, m := range maps {
				structural.FromMap(b.Context(), m)
			}
		},
		Upstream: func() {
			for _, props := range typed {
				schema.NewStructural(props)
			}
		},
	})
}

func BenchmarkRatioCheckSchema(b *testing.B) {
	texts := schemaTexts(b)
	ours, theirs := readOurs(b, texts), readTheirs(b, texts)
	ratio.Run(b, ratio.Case{
		Ours: func() {
			for _, s := range ours {
				structural.Check(b.Context(), s, structural.Resource)
			}
		},
		Upstream: func() {
			for _, s := range theirs {
				schema.ValidateStructural(nil, s)
			}
		},
	})
}

func BenchmarkRatioPruneDefaults(b *testing.B) {
	texts := schemaTexts(b)
	ours, theirs := readOurs(b, texts), readTheirs(b, texts)
	copies := make([]*schema.Structural, len(theirs))
	ratio.Run(b, ratio.Case{
		Fresh: func() {
			for i, s := range theirs {
				copies[i] = s.DeepCopy()
			}
		},
		Ours: func() {
			for _, s := range ours {
				schemacheck.PruneDefaults(b.Context(), s, structural.Resource)
			}
		},
		Upstream: func() {
			for _, s := range copies {
				upstreamdefaulting.PruneDefaults(s)
			}
		},
	})
}
