package oracle

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/objectmeta"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiserver/pkg/cel/common"

	upstreamlisttype "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	upstreamobjectmeta "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
)

// valuedFleet holds all objects of the corpus as a server validates them, each
// with a copy of it to replace.
type valuedFleet struct {
	inputs []valued
	olds   []map[string]any
}

func newValuedFleet(b *testing.B) *valuedFleet {
	b.Helper()
	cases := corpusValues(b)
	f := &valuedFleet{}
	for i := range cases.N {
		_, v := cases.At(i)
		if v.theirs.S == nil {
			continue
		}
		v.object = finished(subject{compiled{v.parsed, upstream.Structural{S: v.theirs.S}}, v.object})
		f.inputs = append(f.inputs, v)
		f.olds = append(f.olds, upstream.Copy(v.object))
	}
	return f
}

func (f *valuedFleet) run(b *testing.B, ours, theirs func(v valued, old map[string]any)) {
	b.Helper()
	objects := make([]map[string]any, len(f.inputs))
	for i, v := range f.inputs {
		objects[i] = v.object
	}
	each := func(do func(v valued, old map[string]any)) func() {
		return func() {
			for i, v := range f.inputs {
				do(v, f.olds[i])
			}
		}
	}
	ratio.Run(b, ratio.Case{Objects: objects, Ours: each(ours), Upstream: each(theirs)})
}

// BenchmarkRatioValidate measures the values of new objects: all of the corpus, a
// few of them invalid, and only the valid ones.
func BenchmarkRatioValidate(b *testing.B) {
	f := newValuedFleet(b)
	valid := &valuedFleet{}
	for i, v := range f.inputs {
		if verdictOf(v.ours.Valid(context.Background(), v.object)) {
			valid.inputs, valid.olds = append(valid.inputs, v), append(valid.olds, f.olds[i])
		}
	}
	ours := func(v valued, _ map[string]any) { verdictOf(v.ours.Validate(context.Background(), v.object)) }
	theirs := func(v valued, _ map[string]any) { validation.ValidateCustomResource(nil, v.object, v.theirs.V) }
	b.Run("all", func(b *testing.B) { f.run(b, ours, theirs) })
	b.Run("valid", func(b *testing.B) { valid.run(b, ours, theirs) })
}

// BenchmarkRatioValidateUnchanged measures the values of objects that replace
// equal ones.
func BenchmarkRatioValidateUnchanged(b *testing.B) {
	newValuedFleet(b).run(b,
		func(v valued, old map[string]any) { both(v.ours.ValidateUpdate(context.Background(), v.object, old)) },
		func(v valued, old map[string]any) {
			correlation := common.NewCorrelatedObject(v.object, old, &model.Structural{Structural: v.theirs.S})
			validation.ValidateCustomResourceUpdate(nil, v.object, old, v.theirs.V, validation.WithRatcheting(correlation))
		})
}

// BenchmarkRatioListsAndMetadata measures list types and the metadata of embedded
// resources.
func BenchmarkRatioListsAndMetadata(b *testing.B) {
	newFleet(b, finished).run(b,
		func(s subject) {
			_, _ = listtype.Validate(context.Background(), s.object, s.schema.ours)
			objectmeta.ValidateEmbedded(context.Background(), s.object, s.schema.ours, structural.Value)
		},
		func(obj map[string]any, s *schema.Structural) {
			upstreamlisttype.ValidateListSetsAndMaps(nil, s, obj)
			upstreamobjectmeta.Validate(context.Background(), nil, obj, s, false)
		})
}
