package embedders

import (
	"context"
	"maps"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	apivalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// clusterAPI defaults and validates the variables of clusters, with the schemas that
// their class has for them. Since the functions that prune and default take maps, it
// wraps value and schema in an object with one field, the name of the variable. Here the
// property of a kind is the variable.
var clusterAPI = project{
	name:     "cluster-api",
	source:   "kubernetes-sigs/cluster-api internal/topology/variables/cluster_variable_validation.go, ValidateClusterVariable, 11266d1b5b26; cluster_variable_defaulting.go, defaultClusterVariable, a763938c53aa",
	calls:    []string{values, unknown, rules},
	fragment: true,
	defaults: true,
	seesOld:  true,
	theirs: func(in request) (t trace) {
		path, v := field.NewPath(in.property), in.kind.variable(in.property)
		defaulted := map[string]any{in.property: in.object[in.property]}
		structuraldefaulting.Default(defaulted, v.wrapped)
		value := defaulted[in.property]
		if t.theirs(values, apivalidation.ValidateCustomResource(path, value, v.values)) {
			return t
		}
		wrapped := map[string]any{in.property: value}
		if t.add(unknown, structuralpruning.PruneWithOptions(wrapped, v.wrapped, false,
			structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})) {
			return t
		}
		var oldWrapped map[string]any
		if old := in.old[in.property]; old != nil {
			oldWrapped = map[string]any{in.property: old}
		}
		errs, left := v.rules.Validate(context.Background(), path, v.wrapped, wrapped, oldWrapped, celconfig.RuntimeCELCostBudget)
		t.rules(errs, celconfig.RuntimeCELCostBudget, left)
		return t
	},
	ours: func(in request) (t trace) {
		path, v := structural.Path{structural.Field(in.property)}, in.kind.fragment(in.property)
		value, _ := cases.Must2(defaulting.Default(context.Background(), in.object[in.property], v.schema))
		if t.ours(values, verdictOf(v.values.At(path).Validate(context.Background(), value))) {
			return t
		}
		_, dropped := cases.Must2(pruning.Prune(context.Background(), value, v.schema, structural.Property))
		for i, at := range dropped {
			dropped[i] = path.Append(at...)
		}
		if t.dropped(dropped) {
			return t
		}
		before := len(t.found)
		t.evaluate(v.rules, celrules.Input{Object: value, Old: in.old[in.property], Tolerance: celrules.Strict,
			Path: path.Append(structural.Field(in.property))})
		for i, f := range t.found[before:] { // for the comparison with a server, which does not wrap the value
			t.found[before+i].err = relocated(f.err, path.Append(f.err.Path[2:]...))
		}
		return t
	},
}

func relocated(err *structural.Error, path structural.Path) *structural.Error {
	out := *err
	out.Path = path
	return &out
}

// variable is what Cluster API makes of a schema, for each value again.
type variable struct {
	values  apivalidation.SchemaValidator
	wrapped *structuralschema.Structural
	rules   *cel.Validator
}

func (k *kind) variable(name string) variable {
	return k.once("variable "+name, func() any {
		props := k.theirs().props.Properties[name]
		values, _, err := apivalidation.NewSchemaValidator(&props)
		if err != nil {
			panic(err)
		}
		wrapped, err := structuralschema.NewStructural(&apiextensions.JSONSchemaProps{
			Type: "object", Properties: map[string]apiextensions.JSONSchemaProps{name: *props.DeepCopy()},
		})
		if err != nil {
			panic(err)
		}
		return variable{values, wrapped, cel.NewValidator(wrapped, false, celconfig.PerCallLimit)}
	}).(variable)
}

// fragment returns our parts for the schema of a property.
func (k *kind) fragment(name string) ourParts {
	return k.once("fragment "+name, func() any {
		s := k.ours().schema.Property(name)
		return ourParts{schema: s, values: validation.Compile(s), rules: ruleSets.Compile(s, structural.Value)}
	}).(ourParts)
}

// properties returns the names of the fields of the object that its schema declares
// and that are not null, sorted, other than type and object metadata.
func (r request) properties() []string {
	var names []string
	declared, _ := r.kind.schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		if r.object[name] != nil && name != "apiVersion" && name != "kind" && name != "metadata" {
			names = append(names, name)
		}
	}
	return names
}
