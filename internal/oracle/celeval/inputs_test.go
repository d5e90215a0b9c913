package celeval

import (
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural/facts"
)

type evalCases = parity.Cases[evalCase]

// MarshalJSON returns the relevant parts of a case.
func (j evalCase) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"object": j.object, "old": j.old, "budget": j.budget, "schema": onlyRules(j.text)})
}

// onlyRules returns a schema without keywords that do not affect rules.
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

// Smaller yields cases with a part removed.
func (j evalCase) Smaller() iter.Seq[evalCase] {
	return func(yield func(evalCase) bool) {
		less := func(v any, set func(*evalCase, map[string]any)) bool {
			m, _ := v.(map[string]any)
			for smaller := range parity.SmallerObjects(m) {
				next := j
				if set(&next, smaller); !yield(next) {
					return false
				}
			}
			return true
		}
		_ = less(j.object, func(n *evalCase, m map[string]any) { n.object = m }) &&
			less(j.old, func(n *evalCase, m map[string]any) { n.old = m })
	}
}

// corpusObjects returns the objects of the corpus whose schema has rules.
func corpusObjects(tb testing.TB) evalCases {
	tb.Helper()
	var out []evalCase
	var labels []string
	for _, crd := range corpus.Load(tb).CRDs {
		byVersion := map[string]*rules{}
		for s := range crd.Schemas() {
			if ours, _ := cases.FromMap(s.Map); !ours.Holds(facts.Rules) {
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
				out, labels = append(out, evalCase{rules: r, object: o.Value}), append(labels, o.File)
			}
		}
	}
	return parity.Cases[evalCase]{N: len(out), At: func(i int) (string, evalCase) { return labels[i], out[i] }}
}

// damaged returns n variants of each object.
func damaged(in evalCases, n int) evalCases {
	return parity.Times(in, n, func(seed uint64, j evalCase) evalCase {
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

// pairs returns n updates of each object.
func pairs(in evalCases, n int) evalCases {
	return parity.Times(in, n, func(seed uint64, j evalCase) evalCase {
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
