package declare_test

import (
	"context"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

// FuzzDeclared converts objects with declarations and back: an object that can be
// converted both ways must be restored.
func FuzzDeclared(f *testing.F) {
	f.Add([]byte(`{"rules":[{"split":{"from":".a","separator":":","to":[".b.c",{"path":".d","type":"integer"}],"last":true}}]}`), []byte(`{"a":"x:y:1","b":{"e":1}}`))
	f.Add([]byte(`{"rules":[{"join":{"to":".a","separator":"-","from":[".b",".c"],"partial":true}},{"rename":{"path":".a","to":"z"}}]}`), []byte(`{"b":"x","c":""}`))
	f.Add([]byte(`{"rules":[{"values":{"path":".l[*].a","pairs":[{"from":1,"to":"x"},{"from":"x","to":1.5}],"others":true}}]}`), []byte(`{"l":[{"a":1},{"a":"x"},{"a":[]},7]}`))
	f.Add([]byte(`{"rules":[{"move":{"from":".a","to":".b.c"}},{"move":{"from":".b","to":".a"}},{"constant":{"path":".b","value":{}}}]}`), []byte(`{"a":{"a":1}}`))
	f.Add([]byte(`{"rules":[{"move":{"from":".m[*]['x y']","to":".m[*].n.o"}},{"drop":{"path":".q","value":1}}]}`), []byte(`{"m":{"k":{"x y":null}},"q":1}`))
	f.Add([]byte(`{"rules":[{"split":{"from":".s","separator":":","to":[".a",".q"],"partial":true}},{"drop":{"path":".q","value":"z"}},{"rename":{"path":".k","to":"l"}}]}`), []byte(`{"s":"x","k":1.0}`))
	f.Add([]byte(`{"rules":[{"split":{"from":".s","separator":":","to":[".a",".q"],"partial":true}},{"drop":{"path":".q","value":"z"}}]}`), []byte(`{"t":"x"}`))
	f.Fuzz(func(t *testing.T, declared, object []byte) {
		fields, ok := cases.FromJSON(declared)
		obj, isObject := cases.FromJSON(object)
		if !ok || !isObject {
			return
		}
		fields = maps.Clone(fields)
		fields["from"], fields["to"] = older, newer
		d, err := declare.Read(context.Background(), fields)
		if err != nil {
			return
		}
		chain, err := declare.NewChain(context.Background(), d)
		if err != nil {
			return
		}
		obj = thing(older, obj)
		delete(obj, "metadata")
		before := structural.Clone(obj)
		converted, err := chain.Convert(context.Background(), []map[string]any{obj}, newer)
		if !structural.Equal(before, obj) {
			t.Fatal("the input was written to")
		}
		if err != nil {
			return
		}
		cases.RequireShared(t, converted[0], obj)
		back, err := chain.Convert(context.Background(), converted, older)
		if err != nil && dropsParts(t, d) { // see [declare.Drop]
			return
		}
		if err != nil {
			t.Fatalf("%v became %v, which does not come back: %v", obj, converted[0], err)
		}
		rest := withoutDropped(t, d)
		if !structural.Equal(withoutEmpty(rest(back[0])), withoutEmpty(rest(obj))) {
			t.Fatalf("%v became %v and came back as %v", obj, converted[0], back[0])
		}
	})
}

// dropsParts reports whether a declaration drops a field that another rule creates
// or needs. If s is split into a and q and q is dropped, then an object without s
// has a q but no a when it is converted back.
func dropsParts(t *testing.T, d declare.Declaration) bool {
	for i, r := range d.Rules {
		if r.Drop == nil {
			continue
		}
		for j, other := range d.Rules {
			if i != j && slices.ContainsFunc(pathsOf(t, d, other), func(p string) bool {
				return slices.ContainsFunc(pathsOf(t, d, r), func(q string) bool { return meet(d, p, q) })
			}) {
				return true
			}
		}
	}
	return false
}

// withoutDropped returns a function that removes the fields that converting back adds:
// dropped fields, and the fields that earlier rules made them from.
func withoutDropped(t *testing.T, d declare.Declaration) func(map[string]any) map[string]any {
	var dropped []string
	for _, r := range slices.Backward(d.Rules) {
		at := pathsOf(t, d, r)
		if r.Drop != nil || slices.ContainsFunc(at, func(p string) bool {
			return slices.ContainsFunc(dropped, func(q string) bool { return meet(d, p, q) })
		}) {
			dropped = append(dropped, at...)
		}
	}
	out := declare.Declaration{From: d.From, To: d.To}
	for _, path := range dropped {
		out.Rules = append(out.Rules, declare.Rule{Remove: &declare.Remove{Path: path}})
	}
	step, err := out.Step(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return func(obj map[string]any) map[string]any {
		obj, err := step.Convert(context.Background(), obj)
		if err != nil {
			t.Fatal(err)
		}
		return obj
	}
}

func pathsOf(t *testing.T, d declare.Declaration, r declare.Rule) []string {
	inverse, err := declare.Declaration{From: d.From, To: d.To, Rules: []declare.Rule{r}}.Inverse(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range []declare.Rule{r, inverse.Rules[0]} {
		switch {
		case r.Move != nil:
			out = append(out, r.Move.From)
		case r.Rename != nil:
			out = append(out, r.Rename.Path)
		case r.Split != nil:
			out = append(out, r.Split.From)
		case r.Join != nil:
			for _, part := range r.Join.From {
				out = append(out, part.Path)
			}
		case r.Constant != nil:
			out = append(out, r.Constant.Path)
		case r.Drop != nil:
			out = append(out, r.Drop.Path)
		case r.Values != nil:
			out = append(out, r.Values.Path)
		}
	}
	return out
}

func meet(d declare.Declaration, p, q string) bool {
	_, err := declare.Declaration{From: d.From, To: d.To, Rules: []declare.Rule{{Move: &declare.Move{From: p, To: q}}}}.Step(context.Background())
	return err != nil
}

// withoutEmpty returns v without empty objects and with integers for whole numbers: rules
// treat empty objects as absent, and equal numbers alike.
func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, e := range v {
			if e = withoutEmpty(e); !structural.Equal(e, map[string]any{}) {
				out[name] = e
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withoutEmpty(e)
		}
		return out
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int64(v)
		}
	}
	return v
}
