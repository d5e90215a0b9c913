package openapi

import (
	"context"
	"encoding/json"
	"maps"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/kube-openapi/pkg/validation/spec"
	kjson "sigs.k8s.io/json"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/structural"
)

// TestSchemaRoundTrip compares schemas with what remains of them as a map of a crd and
// as a schema of kube-openapi, and the latter with the reference's two conversions.
func TestSchemaRoundTrip(t *testing.T) {
	real := parity.Map(parity.List(corpus.Load(t).Schemas(), corpus.Schema.Label), func(s corpus.Schema) map[string]any { return s.Map })
	edited := parity.Tenth(parity.Times(real, 2, func(seed uint64, schema map[string]any) map[string]any {
		return mutate.Schema(parity.Rand(seed), schema, 1+int(seed%6))
	}))
	flavors := []generate.Flavor{generate.Nearly, generate.Valid, generate.Nearly, generate.Valid, generate.Hostile}
	made := parity.Generated(parity.Full(20_000), func(seed uint64) map[string]any {
		return generate.New(seed, generate.WithRules(), generate.WithUnprunedDefaults()).Schema(flavors[seed%5])
	})
	parity.Run(t, "schema-roundtrip", parity.Join(real, edited, made), roundTrip)
}

// roundTrip compares one schema on all ways.
func roundTrip(c *parity.Check, schema map[string]any) {
	stored, err := storedSchema(schema)
	if err != nil { // a server cannot hold it
		c.Void()
		return
	}
	s, _ := cases.FromMap(schema)
	again, err := storedSchema(s.Map())
	if err != nil {
		c.Fail("map", err.Error(), nil, "the reference cannot decode the map")
		return
	}
	c.Equal("map", again, stored)
	want := readMap(s.Map())
	c.Equal("map read again", want.Schema, s.Map())
	out, err := specschema.ToSpec(context.Background(), s)
	if err != nil {
		c.Equal("reference", hasReference(s), true)
		return
	}
	want = readMap(withIntegers(s.Map()))
	c.Equal("spec read again", readAgain(specschema.FromSpec(context.Background(), out)), want)
	compareConversions(c, schema, out, want)
	compareText(c, out, stored)
}

// readSchema is what a reader returns.
type readSchema struct {
	Schema map[string]any
	Errors []string
}

func readMap(m map[string]any) readSchema {
	s, errs := cases.FromMap(m)
	return readAgain(s, errs, nil)
}

func readAgain(s *structural.Schema, errs structural.Errors, err error) readSchema {
	if err != nil {
		panic(err)
	}
	return readSchema{s.Map(), errs.Texts()}
}

// compareConversions compares a schema of ours with those of the reference's
// conversions, and what is read from them with the schema itself.
func compareConversions(c *parity.Check, schema map[string]any, ours *spec.Schema, want readSchema) {
	props, err := upstream.Schema(schema)
	if err != nil {
		c.Fail("decoding", nil, err.Error(), "the schema was decoded before")
		return
	}
	whole := &spec.Schema{}
	if err := validation.ConvertJSONSchemaProps(props.DeepCopy(), whole); err != nil {
		c.Fail("conversion", nil, err.Error(), "the reference cannot convert it")
		return
	}
	c.Equal("ConvertJSONSchemaProps", untypedIntOrString(jsonOf(ours)), untypedIntOrString(jsonOf(whole)))
	both := readAgain(specschema.FromSpec(context.Background(), whole))
	c.Equal("ConvertJSONSchemaProps read", untypedIntOrString(nonEmpty(both.Schema)), untypedIntOrString(nonEmpty(want.Schema)))

	theirs, err := upstream.NewStructuralFrom(props)
	if err != nil { // keywords that are not supported
		return
	}
	faithful := theirs.S.ToKubeOpenAPI()
	c.Equal("ToKubeOpenAPI", jsonOf(ours), jsonOf(faithful), parity.Row("D60", func() any {
		return kept(jsonOf(ours), jsonOf(faithful))
	}))
	back := readAgain(specschema.FromSpec(context.Background(), faithful))
	c.Equal("ToKubeOpenAPI read", nonEmpty(back.Schema), nonEmpty(want.Schema), parity.Row("D60", func() any {
		return closed(nonEmpty(want.Schema), notBranch)
	}))
}

// compareText compares what is read from the JSON text of a schema of kube-openapi with
// what the reference stores.
func compareText(c *parity.Check, ours *spec.Schema, stored map[string]any) {
	text, err := json.Marshal(ours)
	if err != nil {
		c.Fail("text", err.Error(), nil, "cannot be encoded")
		return
	}
	var decoded spec.Schema
	if err := json.Unmarshal(text, &decoded); err != nil {
		if !namesSchema(stored) { // kube-openapi requires a URL
			c.Fail("text", err.Error(), nil, "cannot be decoded")
		}
		return
	}
	s, _, _ := specschema.FromSpec(context.Background(), &decoded)
	again, err := storedSchema(s.Map())
	if err != nil {
		c.Fail("text", err.Error(), nil, "the reference cannot decode it")
		return
	}
	c.Equal("text", asDecoded(again), asDecoded(stored))
}

// namesSchema reports whether a schema has a $schema.
func namesSchema(m map[string]any) (found bool) {
	each(m, notBranch, func(node map[string]any, _ nodeRole) {
		_, given := node["$schema"]
		found = found || given
	})
	return found
}

// asDecoded returns a schema without what spec.Schema loses when it is encoded and
// decoded: the last digits of integers over 2⁵³ in values, empty examples, and the
// spelling of $schema, a URL.
func asDecoded(m map[string]any) map[string]any {
	return nonEmpty(each(asEncoded(m), notBranch, func(node map[string]any, _ nodeRole) {
		delete(node, "$schema")
		for _, name := range valueKeywords {
			if v, given := node[name]; given {
				node[name] = integers(floats(v))
			}
		}
	}))
}

// asEncoded returns a schema without empty examples, which kube-openapi omits, and
// without negative zeros, which texts have but decoders of integers lose.
func asEncoded(m map[string]any) map[string]any {
	return each(m, notBranch, func(node map[string]any, _ nodeRole) {
		for _, name := range []string{"maximum", "minimum", "multipleOf"} {
			if f, ok := node[name].(float64); ok && f == 0 {
				node[name] = int64(0)
			}
		}
		switch v := node["example"].(type) {
		case map[string]any:
			if len(v) == 0 {
				delete(node, "example")
			}
		case []any:
			if len(v) == 0 {
				delete(node, "example")
			}
		}
	})
}

// valueKeywords are the keywords whose values are any JSON.
var valueKeywords = []string{"default", "enum", "example"}

// floats returns a value with every integer as a float64.
func floats(v any) any {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, e := range v {
			out[name] = floats(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = floats(e)
		}
		return out
	default:
		return v
	}
}

// storedSchema returns a schema as the reference decodes it and encodes it again.
func storedSchema(schema map[string]any) (map[string]any, error) {
	text, err := upstream.Encode(schema)
	if err != nil {
		return nil, err
	}
	props := &apiextensionsv1.JSONSchemaProps{}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, props); err != nil {
		return nil, err
	}
	if text, err = json.Marshal(props); err != nil {
		return nil, err
	}
	return corpus.DecodeJSON(text)
}

// withIntegers returns a schema with integers in its values for floats without a
// fraction.
func withIntegers(m map[string]any) map[string]any {
	return each(m, notBranch, func(node map[string]any, _ nodeRole) {
		for _, name := range valueKeywords {
			if v, given := node[name]; given {
				node[name] = integers(v)
			}
		}
	})
}

func integers(v any) any {
	out, err := structural.IntegersFromFloats(map[string]any{"": v})
	if err != nil {
		panic(err)
	}
	return out[""]
}

func jsonOf(s *spec.Schema) map[string]any {
	text, err := json.Marshal(s)
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	m, err := corpus.DecodeJSON(text)
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	return nonEmpty(m)
}

// hasReference reports whether a schema has a $ref.
func hasReference(s *structural.Schema) bool {
	for node := range s.Schemas() {
		if _, found := node.Map()["$ref"]; found {
			return true
		}
	}
	return false
}

// schemaKeywords are the keywords with schemas: one, a list, or named ones.
var (
	oneSchema   = []string{"items", "not", "additionalProperties", "additionalItems"}
	manySchemas = []string{"allOf", "anyOf", "oneOf", "items"}
	namedOnes   = []string{"properties", "patternProperties", "definitions", "dependencies"}
)

// each returns a copy of a schema with every node changed, branches marked as such.
func each(m map[string]any, role nodeRole, change func(map[string]any, nodeRole)) map[string]any {
	out := maps.Clone(m)
	below := func(v any, role nodeRole) any {
		if node, ok := v.(map[string]any); ok {
			return each(node, role, change)
		}
		return v
	}
	for _, name := range oneSchema {
		if v, ok := out[name]; ok {
			out[name] = below(v, role.under(name))
		}
	}
	for _, name := range manySchemas {
		if list, ok := out[name].([]any); ok {
			changed := make([]any, len(list))
			for i, v := range list {
				changed[i] = below(v, role.under(name))
			}
			out[name] = changed
		}
	}
	for _, name := range namedOnes {
		if named, ok := out[name].(map[string]any); ok {
			changed := make(map[string]any, len(named))
			for key, v := range named {
				changed[key] = below(v, role.under(name))
			}
			out[name] = changed
		}
	}
	change(out, role)
	return out
}

// nodeRole says whether a node is in a branch.
type nodeRole int

const (
	notBranch nodeRole = iota
	branch
)

func (r nodeRole) under(keyword string) nodeRole {
	switch keyword {
	case "allOf", "anyOf", "oneOf", "not":
		return branch
	default:
		return r
	}
}

// nonEmpty removes what is present and empty, which JSON texts lose.
func nonEmpty(m map[string]any) map[string]any {
	return each(m, notBranch, func(node map[string]any, _ nodeRole) {
		for name, v := range node {
			switch v := v.(type) {
			case nil:
				delete(node, name)
			case string:
				if v == "" && name != "x-kubernetes-list-type" && name != "x-kubernetes-map-type" {
					delete(node, name)
				}
			case []any:
				if len(v) == 0 && name != "default" && name != "example" {
					delete(node, name)
				}
			case map[string]any:
				if len(v) == 0 && (name == "properties" || name == "patternProperties" || name == "definitions" || name == "dependencies") {
					delete(node, name)
				}
			}
		}
		if node["items"] == true { // neither a schema nor a list
			delete(node, "items")
		}
		if rules, ok := node["x-kubernetes-validations"].([]any); ok {
			node["x-kubernetes-validations"] = withReasons(rules)
		}
	})
}

// withReasons returns rules without empty reasons, which the reference's conversions
// lose.
func withReasons(rules []any) []any {
	out := make([]any, len(rules))
	for i, r := range rules {
		rule := maps.Clone(r.(map[string]any))
		if rule["reason"] == "" {
			delete(rule, "reason")
		}
		out[i] = rule
	}
	return out
}

// untypedIntOrString removes the types of int-or-strings, which
// ConvertJSONSchemaProps replaces.
func untypedIntOrString(m map[string]any) map[string]any {
	return each(m, notBranch, func(node map[string]any, _ nodeRole) {
		if node["x-kubernetes-int-or-string"] == true {
			delete(node, "type")
		}
	})
}

// closed returns a schema without the additionalProperties of branches.
func closed(m map[string]any, role nodeRole) map[string]any {
	return each(m, role, func(node map[string]any, role nodeRole) {
		if role == branch {
			delete(node, "additionalProperties")
		}
	})
}

// kept returns ours if it has nothing that theirs has not except for
// additionalProperties in branches.
func kept(ours, theirs map[string]any) map[string]any {
	if parity.Equal(closed(ours, notBranch), theirs) {
		return ours
	}
	return theirs
}
