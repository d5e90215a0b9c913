package embedders

import (
	"context"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	apivalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// gatekeeper checks constraints against the definition that it makes of their
// template.
var gatekeeper = project{
	name:    "gatekeeper",
	source:  "open-policy-agent/frameworks constraint/pkg/client/crds/validate.go, ValidateCR, 03ed968e06a7",
	calls:   []string{values, unknown},
	inexact: floats,
	theirs: func(in request) (t trace) {
		k := in.kind.theirs()
		cr := &unstructured.Unstructured{Object: in.object}
		if t.theirs(values, apivalidation.ValidateCustomResource(field.NewPath(""), cr, k.values)) {
			return t
		}
		t.add(unknown, structuralpruning.PruneWithOptions(cr.DeepCopy().Object, k.structural, true,
			schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}))
		return t
	},
	ours: func(in request) (t trace) {
		k := in.kind.ours()
		if t.ours(values, verdictOf(k.values.At(emptyRoot).Validate(context.Background(), in.throughJSON()))) {
			return t
		}
		_, dropped := cases.Must2(pruning.Prune(context.Background(), in.object, k.schema, structural.Resource))
		t.dropped(dropped)
		return t
	},
}
