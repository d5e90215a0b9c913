package attack

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/validation"
)

var background = context.Background()

// row is a row of the table of the issue.
type row struct {
	name string
	make func() trial
}

// rows are the rows of the issue, in its order.
var rows = []row{
	{"1 webhook: 101", func() trial { return webhookTrial(switchProtocols) }},
	{"1 webhook: endless 503", func() trial { return webhookTrial(endless503) }},
	{"2 Respond, cyclic", func() trial { return respondCyclic() }},
	{"2 Review.Read, cyclic", func() trial { return readCyclic() }},
	{"3 EncodeYAML, channel", func() trial { return of(0, document.EncodeYAML, obj{"a": make(chan int)}) }},
	{"3 EncodeYAML, complex", func() trial { return of(0, document.EncodeYAML, obj{"a": complex(1, 2)}) }},
	{"4 default, n x n: 50 KB", func() trial { return defaultProduct(5000, 8000) }},
	{"4 default, n = 30,000", func() trial { return defaultProduct(30_000, 30_000) }},
	{"4 Admit, n x n: 50 KB", func() trial { return admitDefaults(5000, 8000) }},
	{"5 ValidateCRD, shared", func() trial {
		return of(size(sharedDefault(0)), crdschema.ValidateCRD, sharedDefault(22), nil)
	}},
	{"5 Compile, shared", func() trial { return of(size(sharedDefault(0)), crdschema.Compile, sharedDefault(22)) }},
	{"6 sets in lists in sets", func() trial { return setsInSets(300, 900) }},
	{"6 the same, larger", func() trial { return setsInSets(600, 900) }},
	{"7 anyOf", func() trial { return anyOf(1200, 8000, obj{"required": []any{"f"}}) }},
	{"7 anyOf, patterns", func() trial { return anyOf(600, 4000, obj{"properties": obj{"p": obj{"pattern": "^(a|b)*c$"}}}) }},
	{"8 sets.equivalent", func() trial { return rule("sets.equivalent(self.a, self.a)", 3000) }},
	{"8 indexOf in all", func() trial { return rule("self.a.all(x, self.a.indexOf(x) >= 0)", 3000) }},
	{"9 hints, chain of rules", func() trial { return hintChain(1200) }},
	{"10 deep errors", func() trial { return deepErrors(3600) }},
	{"10 deep schema errors", func() trial { return deepSchemaErrors(900) }},
	{"10 DecodeYAML [a: b, ...]", func() trial { return smallMaps(500_000) }},
	{"10 EncodeYAML", func() trial { return encodeSmallMaps(100_000) }},
	{"10 RoundTrip", func() trial { return roundTrip(20_000) }},
	{"11 openapiv2.Build, UTF-8", func() trial { return of(400, buildAndMarshal, crdOf(obj{"type": "object", "description": "a\xffb"})) }},
}

// of returns the trial of one call.
func of(input int, function any, args ...any) trial {
	return trial{input, func(ctx context.Context) results { return call(ctx, function, args...) }}
}

func respondCyclic() trial {
	m := obj{}
	m["kind"] = m
	review := obj{"apiVersion": m, "kind": m, "request": obj{"objects": []any{m}}}
	return of(0, conversion.Respond, review, conversion.None{})
}

func readCyclic() trial {
	m := obj{}
	m["kind"], m["response"] = m, m
	review := first[*conversion.Review](call(background, conversion.NewReview, conversion.ReviewRequest{ReviewVersions: []string{"v1"}, ToAPIVersion: "e.io/v2"}))
	return of(0, review.Read, m)
}

func defaultSchema(n int) obj {
	ints := repeat(n, func(i int) any { return int64(i) })
	return properties("l", listOf(properties("d", with(listOf(obj{"type": "integer"}), "default", ints))))
}

func defaultProduct(n, items int) trial {
	schema := defaultSchema(n)
	o := obj{"l": repeat(items, func(int) any { return obj{} })}
	return of(size(schema, o), defaulting.Default[map[string]any], o, schemaOf(schema))
}

func admitDefaults(n, items int) trial {
	crd := crdOf(defaultSchema(n))
	d := definitionOf(crd)
	body := text(`{"apiVersion":"e.io/v1","kind":"A","metadata":{"name":"a"},"l":[`, items, "{}", ",", "]}")
	return of(size(crd)+len(body), d.Admit, crdschema.Request{Body: []byte(body)})
}

func sharedDefault(levels int) obj {
	return crdOf(properties("s", obj{"type": "object", "x-kubernetes-preserve-unknown-fields": true, "default": shared(levels)}))
}

// setsInSets returns a chain of that many sets in atomic lists, with more elements in each.
func setsInSets(levels, width int) trial {
	list := func(items any, listType string) obj {
		return with(listOf(items.(obj)), "x-kubernetes-list-type", listType)
	}
	schema := properties("l", nest(levels, obj{"type": "integer"}, func(inner any) any { return list(list(inner, "atomic"), "set") }).(obj))
	o := obj{"l": nest(levels, int64(1), func(inner any) any {
		return append(repeat(width, func(i int) any { return []any{int64(i)} }), []any{inner})
	})}
	return of(size(schema, o), listtype.Validate, o, schemaOf(schema))
}

func anyOf(branches, items int, branch obj) trial {
	all := repeat(branches, func(i int) any { return distinct(branch, i) })
	schema := properties("l", listOf(obj{"type": "object", "x-kubernetes-preserve-unknown-fields": true, "anyOf": all}))
	o := obj{"l": repeat(items, func(int) any { return obj{"p": "aaaaaaaaaaaaaaaa"} })}
	return of(size(schema, o), call(background, validation.Compile, schemaOf(schema)).values[0].(*validation.Validator).Validate, o)
}

// distinct returns a copy of a branch that differs for each i.
func distinct(branch obj, i int) obj {
	written, _ := json.Marshal(branch)
	written = []byte(strings.NewReplacer(`["f"]`, fmt.Sprintf(`["f%d"]`, i), "c$", fmt.Sprintf("c%d$", i)).Replace(string(written)))
	var out obj
	if err := json.Unmarshal(written, &out); err != nil {
		panic(err)
	}
	return out
}

// rule evaluates a rule over a list of n objects.
func rule(expression string, n int) trial {
	schema := with(properties("a", listOf(properties("a", obj{"type": "integer"}))), "x-kubernetes-validations", []any{obj{"rule": expression}})
	o := obj{"a": repeat(n, func(i int) any { return obj{"a": int64(i)} })}
	rules := call(background, celrules.NewCompiler().Compile, schemaOf(schema), structural.Resource).values[0].(*celrules.Rules)
	return of(size(schema, o), rules.Validate, celrules.Input{Object: o})
}

func hintChain(n int) trial {
	schema := nest(n, obj{"type": "object"}, func(inner any) any {
		return with(properties("a", inner.(obj)), "x-kubernetes-validations", []any{obj{"rule": "self.b"}})
	})
	crd := crdOf(schema.(obj))
	result := first[crdschema.CRDResult](call(background, crdschema.ValidateCRD, crd, nil))
	return of(size(crd), hints.ForAll, crd, result.Errors)
}

// deepErrors returns a chain of that many maps with an error in each.
func deepErrors(levels int) trial {
	schema := nest(levels, obj{"type": "object"}, func(inner any) any {
		return with(properties("a", inner.(obj)), "required", []any{"b"})
	}).(obj)
	o := nest(levels, obj{}, func(inner any) any { return obj{"a": inner} })
	return of(size(schema, o), call(background, validation.Compile, schemaOf(schema)).values[0].(*validation.Validator).Validate, o)
}

func deepSchemaErrors(levels int) trial {
	schema := nest(levels, obj{}, func(inner any) any {
		return obj{"properties": obj{"a": inner}, "uniqueItems": true, "x-kubernetes-list-type": "no", "default": "x", "maxLength": int64(-1)}
	}).(obj)
	crd := crdOf(schema)
	return of(size(crd), crdschema.ValidateCRD, crd, nil)
}

func smallMaps(n int) trial {
	yaml := text("a: [", n, "a: b", ", ", "]")
	return of(len(yaml), document.DecodeYAML, []byte(yaml))
}

func encodeSmallMaps(n int) trial {
	o := obj{"a": repeat(n, func(int) any { return obj{"a": "b"} })}
	return of(size(o), document.EncodeYAML, o)
}

func roundTrip(n int) trial {
	sample := object(obj{"l": repeat(n, func(int) any { return obj{"a": "b"} })})
	rename := conversion.Func(func(_ context.Context, o obj, to string) (obj, error) {
		return with(structural.Clone(o), "apiVersion", to), nil
	})
	return of(size(sample), conversiontest.RoundTrip, rename, []string{"e.io/v1", "e.io/v2"}, []map[string]any{sample})
}

func buildAndMarshal(ctx context.Context, crd obj) error {
	r := call(ctx, openapiv2.Build, crd, "v1")
	if r.err != nil {
		return r.err
	}
	if _, err := json.Marshal(r.values[0]); err != nil {
		return fmt.Errorf("the document cannot be marshaled: %w", err)
	}
	return nil
}
