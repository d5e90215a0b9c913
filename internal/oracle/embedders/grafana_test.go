package embedders

import (
	"context"
	apivalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// grafana is the storage of custom resources that Grafana's app platform had in its
// public repository until November 2025. Since then it embeds a whole server of the
// reference, in a repository that is not public.
var grafana = project{
	name:        "grafana",
	source:      "grafana/grafana pkg/registry/apis/apiextensions/storage_cr.go, Create and Update, 3a9559c8d061",
	calls:       []string{values},
	keepsObject: true,
	theirs: func(in request) (t trace) {
		k := in.kind.theirs()
		t.object = in.object
		if in.old == nil {
			t.theirs(values, apivalidation.ValidateCustomResource(field.NewPath(""), in.object, k.values))
			return t
		}
		t.theirs(values, apivalidation.ValidateCustomResourceUpdate(field.NewPath(""), in.object, in.old, k.values))
		return t
	},
	ours: func(in request) (t trace) {
		t.object = in.object
		t.ours(values, verdictOf(in.kind.ours().values.At(emptyRoot).Validate(context.Background(), in.object)))
		return t
	},
}
