package embedders

import (
	"context"

	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	apivalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	celconfig "k8s.io/apiserver/pkg/apis/cel"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
)

// calico defaults and validates its resources where etcd, and no server, stores them.
var calico = project{
	name:        "calico",
	source:      "projectcalico/calico libcalico-go/lib/validator/v3/crd_schemas.go, defaultAndValidateCRD, 0ad225e807ec; crd_validation.go, 9f66f32f55de",
	calls:       []string{values, rules},
	defaults:    true,
	keepsObject: true,
	seesOld:     true,
	theirs: func(in request) (t trace) {
		k := in.kind.theirs()
		obj, old := in.object, asAny(in.old)
		structuraldefaulting.Default(obj, k.structural)
		t.object = obj
		t.theirs(values, apivalidation.ValidateCustomResource(nil, obj, k.values))
		errs, left := k.rules.Validate(context.Background(), nil, nil, obj, old, int64(celconfig.RuntimeCELCostBudget))
		t.rules(errs, celconfig.RuntimeCELCostBudget, left)
		return t
	},
	ours: func(in request) (t trace) {
		k := in.kind.ours()
		t.object, _ = cases.Must2(defaulting.Default(context.Background(), in.object, k.schema))
		t.ours(values, verdictOf(k.values.Validate(context.Background(), t.object)))
		t.evaluate(k.rules, celrules.Input{Object: t.object, Old: asAny(in.old), Tolerance: celrules.Strict})
		return t
	},
}
