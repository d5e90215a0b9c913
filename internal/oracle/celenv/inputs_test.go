package celenv

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// subject is an object with another one of the same schema.
type subject struct {
	Seed        uint64
	Schema      map[string]any `json:"-"`
	Object, Old map[string]any
}

// node is a value with its schema.
type node struct {
	path       string
	root       bool
	ours       *structural.Schema
	theirs     *schema.Structural
	value, old any
}

// fewObjects is the number of objects of a large corpus that are compared by default.
const fewObjects = 800

// subjects returns objects of the corpus, then generated objects of its schemas, valid
// and damaged.
func subjects(t testing.TB) parity.Cases[subject] {
	var objects []subject
	var labels []string
	var schemas []corpus.Schema
	c := corpus.Load(t)
	for _, crd := range c.CRDs {
		schemas = slices.AppendSeq(schemas, crd.Schemas())
		for _, o := range crd.Objects {
			if s, ok := crd.Schema(o.Version()); ok {
				old := generate.New(uint64(len(objects))).Object(s.Map, generate.Valid)
				objects = append(objects, subject{Seed: uint64(len(objects)), Schema: s.Map, Object: o.Value, Old: old})
				labels = append(labels, o.File)
			}
		}
	}
	n := max(parity.Full(len(objects)), min(len(objects), fewObjects))
	real := parity.Cases[subject]{N: n, At: func(i int) (string, subject) {
		i = i * len(objects) / n
		return labels[i], objects[i]
	}}
	made := parity.Generated(parity.Full(5_000), func(seed uint64) subject {
		s := schemas[seed%uint64(len(schemas))]
		flavor := generate.Valid
		if seed%3 == 0 {
			flavor = generate.Nearly
		}
		return subject{
			Seed: seed, Schema: s.Map,
			Object: generate.New(seed).Object(s.Map, flavor), Old: generate.New(seed+1).Object(s.Map, generate.Valid),
		}
	})
	return parity.Join(real, made)
}

const nodesOfSubject = 4

// nodes returns the root and some of the nodes below it, none if the reference cannot read
// the schema.
func (s subject) nodes() []node {
	theirs, err := upstream.NewStructural(s.Schema)
	if err != nil || theirs.S.Type != "object" {
		return nil
	}
	ours, _ := cases.FromMap(s.Schema)
	root := node{path: "self", root: true, ours: ours, theirs: theirs.S, value: s.Object, old: s.Old}
	var below []node
	root.collect(&below, 0)
	r := parity.Rand(s.Seed)
	r.Shuffle(len(below), func(i, j int) { below[i], below[j] = below[j], below[i] })
	return append([]node{root}, below[:min(len(below), nodesOfSubject)]...)
}

// collect appends the nodes below n whose values are present.
func (n node) collect(out *[]node, depth int) {
	if depth > 20 {
		return
	}
	switch v := n.value.(type) {
	case map[string]any:
		old, _ := n.old.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			next := node{path: n.path + "." + name, value: v[name], old: old[name]}
			if p, found := n.theirs.Properties[name]; found {
				next.theirs, next.ours = &p, n.ours.Property(name)
			} else if additional := n.theirs.AdditionalProperties; additional != nil && len(n.theirs.Properties) == 0 {
				next.theirs, next.ours = additional.Structural, n.ours.AdditionalProperties()
			}
			next.add(out, depth)
		}
	case []any:
		old, _ := n.old.([]any)
		for i := range v {
			next := node{path: fmt.Sprint(n.path, "[", i, "]"), value: v[i], theirs: n.theirs.Items, ours: n.ours.Items()}
			if i < len(old) {
				next.old = old[i]
			}
			next.add(out, depth)
		}
	}
}

func (n node) add(out *[]node, depth int) {
	if n.theirs == nil {
		return
	}
	n.root = n.theirs.XEmbeddedResource
	if n.root && n.theirs.Type != "object" {
		return // not structural
	}
	*out = append(*out, n)
	n.collect(out, depth+1)
}

// native returns the text of a value of CEL, read element by element.
func native(v ref.Val) string {
	switch v := v.(type) {
	case traits.Lister:
		text := "["
		for it := v.Iterator(); it.HasNext() == types.True; {
			text += native(it.Next()) + " "
		}
		return text + "]"
	case traits.Mapper:
		return fmt.Sprintf("%v", v.Value())
	case *types.Err:
		return v.String()
	default:
		return fmt.Sprintf("%T %v", v.Value(), v.Value())
	}
}
