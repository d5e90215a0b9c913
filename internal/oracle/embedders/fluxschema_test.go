package embedders

import (
	"context"
	"math"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	structurallisttype "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	schemaobjectmeta "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// fluxSchema is the command `flux-schema validate`. Another library, of JSON Schema,
// checks the values before these calls.
var fluxSchema = project{
	name:     "flux-schema",
	source:   "fluxcd/flux-schema internal/validator/admission.go, 3c2e665ec265; cel.go, 13e9af2e030a",
	calls:    []string{embedded, listTypes, rules},
	defaults: true,
	theirs: func(in request) (t trace) {
		k, ctx := in.kind.theirs(), context.Background()
		obj := in.object
		structuraldefaulting.PruneNonNullableNullsWithoutDefaults(obj, k.structural)
		structuraldefaulting.Default(obj, k.structural)
		metadataErrs := t.theirs(embedded, schemaobjectmeta.Validate(ctx, nil, obj, k.structural, false))
		if t.theirs(listTypes, structurallisttype.ValidateListSetsAndMaps(nil, k.structural, obj)) || metadataErrs {
			return t
		}
		unlimited := in.kind.once("unlimited rules", func() any { return cel.NewValidator(k.structural, true, math.MaxUint64) }).(*cel.Validator)
		errs, left := unlimited.Validate(ctx, field.NewPath(""), nil, obj, nil, math.MaxInt64)
		t.rules(errs, math.MaxInt64, left)
		return t
	},
	ours: func(in request) (t trace) {
		k := in.kind.ours()
		obj, _ := cases.Must2(defaulting.Default(context.Background(), defaulting.DropNulls(in.object, k.schema), k.schema))
		metadataErrs := t.ours(embedded, verdictOf(objectmeta.ValidateEmbedded(context.Background(), obj, k.schema, structural.Value)))
		if t.ours(listTypes, verdictOf(listtype.Validate(context.Background(), obj, k.schema))) || metadataErrs {
			return t
		}
		t.evaluate(k.rules, celrules.Input{Object: obj, Path: emptyRoot, CallLimit: math.MaxInt64, Budget: math.MaxInt64})
		return t
	},
}
