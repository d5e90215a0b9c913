package fragment

import (
	"hash/fnv"
	"iter"
	"sync"
	"testing"

	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// part is a schema inside of another one, with some values that objects have there.
type part struct {
	schema map[string]any
	values []any
	both   func() (both, bool)
}

// both is a fragment on both sides.
type both struct {
	ours   *fragment.Fragment
	theirs *upstream.Fragment
}

// compiler is shared by all schemas, as in real use.
var compiler = fragment.NewCompiler()

func newPart(tb testing.TB, schema map[string]any, values ...any) *part {
	return &part{schema: schema, values: values, both: sync.OnceValues(func() (both, bool) {
		theirs, err := upstream.NewFragment(schema)
		ours, ourErr := compiler.Compile(tb.Context(), schema)
		if (err == nil) != (ourErr == nil) {
			tb.Errorf("theirs: %v\nours: %v\nschema: %v", err, ourErr, schema)
		}
		return both{ours, theirs}, err == nil && ourErr == nil
	})}
}

// corpusParts returns a sample of the schemas inside of those of the corpus, at all
// depths, with values of its objects.
func corpusParts(tb testing.TB, perSchema int) parity.Cases[*part] {
	tb.Helper()
	var out []*part
	var labels []string
	for _, crd := range corpus.Load(tb).CRDs {
		for s := range crd.Schemas() {
			found := parts{}
			found.collect("", s.Map)
			for _, o := range crd.Objects {
				if o.Version() == s.Version || s.Version == "" {
					found.addValues("", s.Map, o.Value)
				}
			}
			for _, path := range found.sample(perSchema) {
				p := found[path]
				out, labels = append(out, newPart(tb, p.schema, p.values...)), append(labels, s.Label()+path)
			}
		}
	}
	return parity.Cases[*part]{N: len(out), At: func(i int) (string, *part) { return labels[i], out[i] }}
}

// parts holds the parts of a schema by their path.
type parts map[string]*struct {
	schema map[string]any
	values []any
}

func (p parts) collect(path string, schema map[string]any) {
	if path != "" {
		p[path] = &struct {
			schema map[string]any
			values []any
		}{schema: schema}
	}
	for step, below := range children(schema) {
		p.collect(path+step, below)
	}
}

// children yields the schemas of items, additional properties and properties.
func children(schema map[string]any) iter.Seq2[string, map[string]any] {
	return func(yield func(string, map[string]any) bool) {
		for _, name := range []string{"items", "additionalProperties"} {
			if s, ok := schema[name].(map[string]any); ok && !yield("/"+name, s) {
				return
			}
		}
		properties, _ := schema["properties"].(map[string]any)
		for name, v := range properties {
			if s, ok := v.(map[string]any); ok && !yield("."+name, s) {
				return
			}
		}
	}
}

// valuesKept bounds the values of a part.
const valuesKept = 8

func (p parts) addValues(path string, schema map[string]any, v any) {
	if part := p[path]; part != nil && len(part.values) < valuesKept {
		part.values = append(part.values, v)
	}
	switch v := v.(type) {
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		additional, _ := schema["additionalProperties"].(map[string]any)
		for _, k := range sorted(v) {
			if s, ok := properties[k].(map[string]any); ok {
				p.addValues(path+"."+k, s, v[k])
			} else if additional != nil {
				p.addValues(path+"/additionalProperties", additional, v[k])
			}
		}
	case []any:
		if items, ok := schema["items"].(map[string]any); ok {
			for _, e := range v {
				p.addValues(path+"/items", items, e)
			}
		}
	}
}

// sample returns n paths: the ones with the smallest hashes, of parts with rules,
// defaults or list types before others.
func (p parts) sample(n int) []string {
	type ranked struct {
		path string
		rank uint64
	}
	var all []ranked
	for path, part := range p {
		h := fnv.New64a()
		h.Write([]byte(path))
		rank := h.Sum64() >> 4
		if !interesting(part.schema) {
			rank |= 1 << 62
		}
		all = append(all, ranked{path, rank})
	}
	sortBy(all, func(a, b ranked) bool { return a.rank < b.rank || a.rank == b.rank && a.path < b.path })
	var out []string
	for _, r := range all[:min(n, len(all))] {
		out = append(out, r.path)
	}
	return out
}

// interesting reports whether a schema has rules, a default, a list type or an embedded
// resource itself.
func interesting(schema map[string]any) bool {
	for _, k := range []string{"x-kubernetes-validations", "default", "x-kubernetes-list-type", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string"} {
		if _, found := schema[k]; found {
			return true
		}
	}
	return false
}

// generatedParts returns parts of generated schemas.
func generatedParts(tb testing.TB, n int) parity.Cases[*part] {
	return parity.Generated(n, func(seed uint64) *part {
		g := generate.New(seed, generate.WithRules(), generate.WithUnprunedDefaults())
		r := parity.Rand(seed)
		var schema map[string]any
		switch seed % 5 {
		case 0:
			schema = contrary.Schema(r, 1+r.IntN(3))
		case 1:
			schema = g.Schema(generate.Nearly)
		default:
			schema = g.Schema(generate.Valid)
		}
		for range r.IntN(4) {
			var below []map[string]any
			names := map[string]map[string]any{}
			for step, s := range children(schema) {
				names[step] = s
			}
			for _, step := range sorted(names) {
				below = append(below, names[step])
			}
			if len(below) == 0 {
				break
			}
			schema = below[r.IntN(len(below))]
		}
		return newPart(tb, withRule(r.IntN(6), upstream.Copy(schema)))
	})
}

// ruleTexts are rules for any fragment of a type.
var ruleTexts = map[string][]string{
	"object": {"self == oldSelf", "has(self.metadata)", "size(self) < 2", "self.kind == 'a'"},
	"array":  {"size(self) < 2", "self.all(x, self.all(y, x == y))", "self == oldSelf"},
	"string": {"self.size() > 2", "self != oldSelf", "self.matches('a+')", "self == 'a' || self.find('b') == 'b'"},
	"":       {"self == 1", "type(self) == string", "self != oldSelf"},
}

// withRule adds a rule to a schema, or a default, or returns it as it is.
func withRule(n int, schema map[string]any) map[string]any {
	typ, _ := schema["type"].(string)
	texts := ruleTexts[typ]
	if texts == nil {
		texts = ruleTexts[""]
	}
	if n < len(texts) {
		rule := map[string]any{"rule": texts[n]}
		if n == 1 {
			rule["messageExpression"] = "'no ' + string(size(self))"
		}
		rules, _ := schema["x-kubernetes-validations"].([]any)
		schema["x-kubernetes-validations"] = append(rules, rule)
	}
	return schema
}

// valueCase is the input of both sides.
type valueCase struct {
	*part
	value, old any
	seed       uint64
}

// MarshalJSON returns the relevant parts of a case.
func (c valueCase) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"value": c.value, "old": c.old, "seed": int64(c.seed), "schema": c.schema})
}

// values returns n values of each part: real ones, unchanged and damaged, and generated
// ones.
func values(parts parity.Cases[*part], n int) parity.Cases[valueCase] {
	return parity.Times(parts, n, func(seed uint64, p *part) valueCase {
		r := parity.Rand(seed)
		draw := func() any {
			var v any
			switch {
			case len(p.values) > 0 && r.IntN(3) > 0:
				v = p.values[r.IntN(len(p.values))]
			default:
				v = contrary.Value(r, p.schema)
			}
			if r.IntN(2) == 0 {
				v = generate.New(r.Uint64()).Mutate(v, 1+r.IntN(3))
			}
			return v
		}
		c := valueCase{part: p, value: draw(), seed: seed}
		if c.old = draw(); r.IntN(3) == 0 {
			c.old = c.value
		} else if r.IntN(2) == 0 {
			c.old = generate.New(seed).Mutate(c.value, 1)
		}
		return c
	})
}

// edited returns a schema with some keywords changed, or the schema itself.
func edited(seed uint64, schema map[string]any) map[string]any {
	r := parity.Rand(seed)
	if seed%3 == 0 {
		return schema
	}
	return withRule(r.IntN(8), mutate.Schema(r, schema, 1+int(seed%4)))
}
