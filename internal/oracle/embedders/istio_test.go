package embedders

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	structurallisttype "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	apivalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/runtime"
	celconfig "k8s.io/apiserver/pkg/apis/cel"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
)

// istio checks the resources in its own tests.
var istio = project{
	name:     "istio",
	source:   "istio/istio pkg/config/crd/validator.go, ValidateCustomResource, 8767809989c3",
	calls:    []string{values, listTypes, unknown, rules},
	defaults: true,
	theirs: func(in request) (t trace) {
		k := in.kind.theirs()
		obj := in.object
		structuraldefaulting.Default(obj, k.structural)
		if t.theirs(values, apivalidation.ValidateCustomResource(nil, obj, k.values)) {
			return t
		}
		if t.theirs(listTypes, structurallisttype.ValidateListSetsAndMaps(nil, k.structural, obj)) {
			return t
		}
		paths := structuralpruning.PruneWithOptions(runtime.DeepCopyJSON(obj), k.structural, false,
			schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
		if t.add(unknown, slices.DeleteFunc(paths, func(path string) bool { return strings.HasPrefix(path, "metadata.") })) {
			return t
		}
		errs, left := k.rules.Validate(context.Background(), nil, k.structural, obj, nil, celconfig.RuntimeCELCostBudget)
		t.rules(errs, celconfig.RuntimeCELCostBudget, left)
		return t
	},
	ours: func(in request) (t trace) {
		k := in.kind.ours()
		obj, _ := cases.Must2(defaulting.Default(context.Background(), in.object, k.schema))
		if t.ours(values, verdictOf(k.values.Validate(context.Background(), obj))) || t.ours(listTypes, verdictOf(listtype.Validate(context.Background(), obj, k.schema))) {
			return t
		}
		_, paths := cases.Must2(pruning.Prune(context.Background(), obj, k.schema, structural.Value))
		inMetadata := func(p structural.Path) bool { return strings.HasPrefix(p.Dotted(), "metadata.") }
		if t.dropped(slices.DeleteFunc(paths, inMetadata)) {
			return t
		}
		t.evaluate(k.rules, celrules.Input{Object: obj})
		return t
	},
}
