package hints_test

import (
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// damaged is a valid crd with mistakes, and objects that are valid under the former.
type damaged struct {
	whole, crd map[string]any
	objects    []map[string]any
	mistakes   []string
	seed       uint64
}

// TestKept applies the hints of damaged crds, one at a time, and validates again after
// each:
//
//  1. It ends within as many steps as there are errors. Some errors appear only when
//     others are gone (the server checks defaults and rules only of structural
//     schemas, and nothing of a crd that it cannot decode), so these count, too. An
//     error whose hint was applied is gone, so nothing goes round in circles.
//  2. All that the crd says before a step it says after it, apart from what the hint
//     says it loses; see factsOf.
//  3. If no hint claimed a loss and none is left, no object that is valid under the
//     undamaged crd loses a field that the damaged one declares.
//
// There is no reference: the server has no hints.
func TestKept(t *testing.T) {
	crds := corpus.Load(t).CRDs
	all := &outcomes{}
	server := &validate.Server{Rules: celrules.NewCompiler(), FormatsMinor: 36}
	cases := parity.Join(
		parity.Generated(parity.Full(12_000), func(seed uint64) damaged { return damagedCorpus(seed, crds) }),
		generatedCases(parity.Full(14_000)),
	)
	parity.Run(t, "hints-kept", cases, func(c *parity.Check, in damaged) {
		r := repair{server: server, crd: in.crd, before: factsOf(in.crd), check: c, random: parity.Rand(in.seed), seen: map[string]bool{}}
		if errs := r.errors(in.whole); len(errs) > 0 || len(r.errors(in.crd)) == 0 {
			c.Void()
			return
		}
		r.run(in.seed%2 == 0)
		all.add(r)
		if len(r.lost) == 0 && len(r.left) == 0 {
			all.keep(c, in, r)
		}
	})
	all.print()
}

// damagedCorpus returns a damaged definition of the corpus.
func damagedCorpus(seed uint64, crds []*corpus.CRD) damaged {
	crd := crds[seed%uint64(len(crds))]
	d := damaged{whole: crd.Manifest, seed: seed}
	for _, o := range crd.Objects {
		d.objects = append(d.objects, o.Value)
	}
	d.objects = d.objects[:min(len(d.objects), 5)]
	d.damage(generate.New(seed))
	return d
}

// generatedSeeds separates the seeds of generated definitions from those of the corpus.
const generatedSeeds = 1 << 32

// damagedGenerated returns a damaged definition with a generated schema.
func damagedGenerated(seed uint64) damaged {
	g := generate.New(seed, generate.WithNodes(30))
	schema := g.Schema(generate.Valid)
	d := damaged{seed: seed + generatedSeeds, whole: generate.CRD(schema)}
	for range 3 {
		d.objects = append(d.objects, g.Object(schema, generate.Valid))
	}
	d.damage(g)
	return d
}

func generatedCases(n int) parity.Cases[damaged] {
	return parity.Cases[damaged]{N: n, At: func(i int) (string, damaged) { return fmt.Sprint("generated ", i), damagedGenerated(uint64(i)) }}
}

// damage sets the damaged crd: with mistakes of authors or, in a fourth of all cases,
// with keywords set or removed at random.
func (d *damaged) damage(g *generate.Generator) {
	r := parity.Rand(d.seed)
	switch r.IntN(8) {
	case 0:
		d.crd, d.mistakes = misspell(d.seed, d.whole), []string{"misspelled"}
	case 1:
		d.crd, d.mistakes = runtime.DeepCopyJSON(d.whole), []string{"keywords"}
		for _, v := range listIn(d.crd["spec"], "versions") {
			if s, ok := valueIn(v, "schema", "openAPIV3Schema").(map[string]any); ok {
				v.(map[string]any)["schema"] = map[string]any{"openAPIV3Schema": mutate.Schema(r, s, 1+r.IntN(4))}
			}
		}
	default:
		d.crd, d.mistakes = g.Mistakes(d.whole, 1+r.IntN(4))
	}
}

func valueIn(v any, names ...string) any {
	for _, name := range names {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

func listIn(v any, name string) []any {
	list, _ := valueIn(v, name).([]any)
	return list
}
