package embedders

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// capsule validates the parameters of a template. It checks that their schema is
// structural, below a root of its own, and passes the schema as it is written to
// kube-openapi. Here the property of a kind has the parameters. The texts of kube-openapi
// differ from a server's, so only whether there are any is compared.
var capsule = project{
	name:     "capsule",
	source:   "projectcapsule/capsule pkg/template/schema.go, Validate, fb5f7b9fb566; schema_cel.go, newKubernetesCELValidator and Validate, 053cbab401f7",
	calls:    []string{schemas, values, rules},
	fragment: true,
	seesOld:  true,
	inexact:  asDefaults,
	theirs: func(in request) (t trace) {
		p, value := in.kind.parameters(in.property), in.object[in.property]
		if t.add(schemas, p.errors) {
			return t
		}
		t.add(values, whetherAny(len(p.values.Validate(floating(value)).Errors)))
		errs, left := p.rules.Validate(context.Background(), field.NewPath(in.property), p.structural, value, in.old[in.property], celconfig.RuntimeCELCostBudget)
		t.rules(errs, celconfig.RuntimeCELCostBudget, left)
		return t
	},
	ours: func(in request) (t trace) {
		v, value := in.kind.fragment(in.property), in.object[in.property]
		path := structural.Path{structural.Field(in.property)}
		if t.ours(schemas, moved(cases.Must(structural.Check(context.Background(), v.schema, structural.Value)), paramSchema)) {
			return t
		}
		var errs structural.Errors
		if in.exact {
			errs = verdictOf(v.values.At(path).Validate(context.Background(), value))
		} else {
			errs = verdictOf(in.kind.asWritten(in.property).At(path).Validate(context.Background(), floating(value)))
		}
		t.ours(values, errs)
		t.steps[len(t.steps)-1].texts = whetherAny(len(errs))
		compiled := v.rules
		if !in.exact {
			compiled = in.kind.rulesOfPlain(in.property)
		}
		t.evaluate(compiled, celrules.Input{Object: value, Old: in.old[in.property], Tolerance: celrules.Strict, Path: path})
		return t
	},
}

// schemas is the step that checks a schema.
const schemas = "schema"

// paramSchema is where Capsule puts the schema.
var paramSchema = structural.Path{structural.Field("paramSchema"), structural.Field("properties"), structural.Key("params")}

// moved returns errors below a path, as fragment.Check with fragment.WithPath does.
func moved(errs structural.Errors, base structural.Path) structural.Errors {
	out := make(structural.Errors, len(errs))
	for i, err := range errs {
		below := *err
		below.Path = base.Append(err.Path...)
		out[i] = &below
	}
	return out
}

func whetherAny(n int) []string {
	if n > 0 {
		return []string{"invalid"}
	}
	return nil
}

// floating returns a value as encoding/json reads it.
func floating(v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return out
}

// parameters are what Capsule makes of a schema.
type parameters struct {
	errors     []string
	values     *validate.SchemaValidator
	structural *structuralschema.Structural
	rules      *cel.Validator
}

func (k *kind) parameters(name string) parameters {
	return k.once("parameters "+name, func() any {
		props := k.theirs().props.Properties[name]
		s, err := structuralschema.NewStructural(props.DeepCopy())
		if err != nil {
			panic(err)
		}
		wrapper := &structuralschema.Structural{
			Generic:    structuralschema.Generic{Type: "object"},
			Properties: map[string]structuralschema.Structural{"params": *s},
		}
		declared := k.schema["properties"].(map[string]any)
		text, err := json.Marshal(declared[name])
		if err != nil {
			panic(err)
		}
		written := &spec.Schema{}
		if err := written.UnmarshalJSON(text); err != nil {
			panic(err)
		}
		p := parameters{structural: s, values: validate.NewSchemaValidator(written, nil, "", strfmt.Default)}
		for _, e := range structuralschema.ValidateStructural(field.NewPath("paramSchema"), wrapper) {
			p.errors = append(p.errors, e.Error())
		}
		p.rules = cel.NewValidator(s, false, celconfig.PerCallLimit)
		return p
	}).(parameters)
}

// rulesOfPlain returns the rules of a property as if it were no embedded resource itself.
// For one a server omits the rules of most of its metadata, but Capsule does not pass
// isResourceRoot.
func (k *kind) rulesOfPlain(name string) *celrules.Rules {
	return k.once("rules of plain "+name, func() any {
		written := maps.Clone(k.schema["properties"].(map[string]any)[name].(map[string]any))
		delete(written, "x-kubernetes-embedded-resource")
		s, err := cases.FromMap(written)
		if err != nil {
			panic(err)
		}
		return ruleSets.Compile(s, structural.Value)
	}).(*celrules.Rules)
}

// asWritten returns a validator for the schema of a property as kube-openapi reads it:
// with all formats and with an int-or-string that accepts every value, which is how a
// server reads it for defaults, but with additionalProperties below allOf, anyOf, oneOf
// and not, which it reads for values only.
func (k *kind) asWritten(name string) *validation.Validator {
	return k.once("as written "+name, func() any {
		written := k.schema["properties"].(map[string]any)[name]
		s := withFloatingEnums(written)
		if branchesHaveAdditional(written, false) {
			return validation.Compile(s)
		}
		return validation.Compile(s, validation.WithDefaultsMode())
	}).(*validation.Validator)
}

func branchesHaveAdditional(v any, inside bool) bool {
	switch v := v.(type) {
	case map[string]any:
		if _, found := v["additionalProperties"]; found && inside {
			return true
		}
		for name, e := range v {
			if branchesHaveAdditional(e, inside || slices.Contains([]string{"allOf", "anyOf", "oneOf", "not"}, name)) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return branchesHaveAdditional(e, inside) })
	}
	return false
}
