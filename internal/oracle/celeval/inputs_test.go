package celeval

import (
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

type judgements = parity.Cases[judgement]

// MarshalJSON shows what matters of a case.
func (j judgement) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"object": j.object, "old": j.old, "budget": j.budget, "schema": onlyRules(j.text)})
}

// onlyRules is a schema without what rules do not look at.
func onlyRules(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		if text, ok := out["description"].(string); ok && text != "" {
			delete(out, "description")
		}
		for k, e := range out {
			out[k] = onlyRules(e)
		}
		return out
	case []any:
		out := slices.Clone(v)
		for i, e := range out {
			out[i] = onlyRules(e)
		}
		return out
	}
	return v
}

// Smaller are judgements of less.
func (j judgement) Smaller() iter.Seq[judgement] {
	return func(yield func(judgement) bool) {
		less := func(v any, set func(*judgement, map[string]any)) bool {
			m, _ := v.(map[string]any)
			for smaller := range parity.SmallerObjects(m) {
				next := j
				if set(&next, smaller); !yield(next) {
					return false
				}
			}
			return true
		}
		_ = less(j.object, func(n *judgement, m map[string]any) { n.object = m }) &&
			less(j.old, func(n *judgement, m map[string]any) { n.old = m })
	}
}

// corpusObjects are the objects of the corpus whose schema has rules.
func corpusObjects(tb testing.TB) judgements {
	tb.Helper()
	var out []judgement
	var labels []string
	for _, crd := range corpus.Load(tb).CRDs {
		byVersion := map[string]*rules{}
		for s := range crd.Schemas() {
			if ours, _ := structural.FromMap(s.Map); !ours.Holds(facts.Rules) {
				continue
			}
			if r, ok := compile(s.Map); ok {
				byVersion[s.Version] = r
			}
		}
		for _, o := range crd.Objects {
			r, ok := byVersion[o.Version()]
			if !ok {
				r, ok = byVersion[""]
			}
			if ok {
				out, labels = append(out, judgement{rules: r, object: o.Value}), append(labels, o.File)
			}
		}
	}
	return parity.Cases[judgement]{N: len(out), At: func(i int) (string, judgement) { return labels[i], out[i] }}
}

// damaged are n variants of each object.
func damaged(in judgements, n int) judgements {
	return parity.Times(in, n, func(seed uint64, j judgement) judgement {
		j.object = changed(seed, j.object)
		return j
	})
}

func changed(seed uint64, v any) any {
	m, _ := v.(map[string]any)
	if seed%2 == 0 {
		return contrary.Change(parity.Rand(seed), m, 1+int(seed%5))
	}
	return generate.New(seed).Mutate(upstream.Copy(m), 1+int(seed%4))
}

// pairs are n updates of each object.
func pairs(in judgements, n int) judgements {
	return parity.Times(in, n, func(seed uint64, j judgement) judgement {
		old := j.object
		if seed%3 > 0 {
			old = changed(seed, old)
		}
		obj := changed(seed+1, old)
		switch seed % 7 {
		case 5:
			obj = upstream.Copy(old.(map[string]any))
		case 6:
			obj, old = old, obj
		}
		j.object, j.old = obj, old
		return j
	})
}
