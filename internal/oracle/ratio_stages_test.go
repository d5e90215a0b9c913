package oracle

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"

	upstreamdefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	upstreamobjectmeta "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	upstreampruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
)

// fleet holds all objects of the corpus in some state, with copies for the
// reference to write to.
type fleet struct {
	subjects []subject
	copies   []map[string]any
}

// newFleet returns the objects of the corpus after prepare.
func newFleet(b *testing.B, prepare func(subject) map[string]any) *fleet {
	b.Helper()
	cases := corpusObjects(b)
	f := &fleet{copies: make([]map[string]any, cases.N)}
	for i := range cases.N {
		_, s := cases.At(i)
		s.object = prepare(s)
		f.subjects = append(f.subjects, s)
	}
	return f
}

func (f *fleet) objects() []map[string]any {
	out := make([]map[string]any, len(f.subjects))
	for i, s := range f.subjects {
		out[i] = s.object
	}
	return out
}

func (f *fleet) refresh() {
	for i, s := range f.subjects {
		f.copies[i] = upstream.Copy(s.object)
	}
}

// run measures a stage that the reference does in place.
func (f *fleet) run(b *testing.B, ours func(subject), theirs func(map[string]any, *schema.Structural)) {
	b.Helper()
	ratio.Run(b, ratio.Case{
		Objects: f.objects(),
		Fresh:   f.refresh,
		Ours: func() {
			for _, s := range f.subjects {
				ours(s)
			}
		},
		Upstream: func() {
			for i, s := range f.subjects {
				theirs(f.copies[i], s.schema.theirs.S)
			}
		},
	})
}

// asIs returns the object unchanged.
func asIs(s subject) map[string]any { return s.object }

// finished returns the object after all stages that are compared here.
func finished(s subject) map[string]any {
	out, _ := cases.Must2(pruning.Prune(context.Background(), s.object, s.schema.ours, structural.Resource))
	out = defaulting.DropNulls(out, s.schema.ours)
	out, _ = cases.Must2(defaulting.Default(context.Background(), out, s.schema.ours))
	out, _ = cases.Must2(pruning.Prune(context.Background(), out, s.schema.ours, structural.Resource))
	if coerced, _, err := objectmeta.Coerce(context.Background(), out, s.schema.ours, structural.Value, objectmeta.Drop); err == nil {
		out = coerced
	}
	return out
}

func eachState(b *testing.B, run func(b *testing.B, f *fleet)) {
	b.Run("finished", func(b *testing.B) { run(b, newFleet(b, finished)) })
	b.Run("as-is", func(b *testing.B) { run(b, newFleet(b, asIs)) })
}

func BenchmarkRatioPrune(b *testing.B) {
	eachState(b, func(b *testing.B, f *fleet) {
		f.run(b,
			func(s subject) { pruning.Prune(context.Background(), s.object, s.schema.ours, structural.Resource) },
			func(obj map[string]any, s *schema.Structural) {
				upstreampruning.PruneWithOptions(obj, s, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
			})
	})
}

func BenchmarkRatioDefault(b *testing.B) {
	eachState(b, func(b *testing.B, f *fleet) {
		f.run(b,
			func(s subject) {
				defaulting.Default(context.Background(), defaulting.DropNulls(s.object, s.schema.ours), s.schema.ours)
			},
			func(obj map[string]any, s *schema.Structural) {
				upstreamdefaulting.PruneNonNullableNullsWithoutDefaults(obj, s)
				upstreamdefaulting.Default(obj, s)
			})
	})
}

func BenchmarkRatioCoerce(b *testing.B) {
	eachState(b, func(b *testing.B, f *fleet) {
		f.run(b,
			func(s subject) {
				objectmeta.Coerce(context.Background(), s.object, s.schema.ours, structural.Value, objectmeta.Reject)
			},
			func(obj map[string]any, s *schema.Structural) {
				upstreamobjectmeta.CoerceWithOptions(nil, obj, s, false,
					upstreamobjectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
			})
	})
}
