package embedders

import (
	"context"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	apivalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	celconfig "k8s.io/apiserver/pkg/apis/cel"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// crossplane is the command `crossplane resource validate`. Pruning writes to the
// resource, so the rules see the pruned one.
var crossplane = project{
	name:        "crossplane",
	source:      "crossplane/cli cmd/crossplane/pkg/validate/validate.go, validateResource, 050dafcc1c6a; cmd/crossplane/validate/unknown_fields.go, 2e8ea0688441",
	calls:       []string{values, unknown, rules},
	defaults:    true,
	inexact:     floats,
	keepsObject: true,
	theirs: func(in request) (t trace) {
		k := in.kind.theirs()
		r := &unstructured.Unstructured{Object: in.object}
		structuraldefaulting.Default(r.UnstructuredContent(), k.structural)
		t.theirs(values, apivalidation.ValidateCustomResource(nil, r, k.values))
		t.add(unknown, structuralpruning.PruneWithOptions(r.UnstructuredContent(), k.structural, true,
			schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}))
		errs, left := k.rules.Validate(context.Background(), nil, k.structural, r.Object, nil, celconfig.PerCallLimit)
		t.rules(errs, celconfig.PerCallLimit, left)
		t.object = r.Object
		return t
	},
	ours: func(in request) (t trace) {
		k := in.kind.ours()
		obj, _ := cases.Must2(defaulting.Default(context.Background(), in.object, k.schema))
		t.ours(values, verdictOf(k.values.Validate(context.Background(), in.with(obj).throughJSON())))
		obj, dropped := cases.Must2(pruning.Prune(context.Background(), obj, k.schema, structural.Resource))
		t.dropped(dropped)
		t.evaluate(k.rules, celrules.Input{Object: obj, Budget: celrules.CallLimit})
		t.object = obj
		return t
	},
}
