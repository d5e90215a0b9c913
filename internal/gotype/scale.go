package gotype

import (
	"slices"
)

// Scale is a Scale of autoscaling/v1.
//
// Rule: k8s.io/api/autoscaling/v1, Scale.
var Scale = StructOf("v1.", "Scale", append(TypeMetaFields(),
	Optional("metadata", ObjectMeta),
	Optional("spec", StructOf("v1.", "ScaleSpec", Optional("replicas", Int32))),
	Optional("status", StructOf("v1.", "ScaleStatus",
		Required("replicas", Int32),
		Optional("selector", String),
	)),
)...)

// InternalScale is the server's internal version of Scale, like [InternalCRD].
//
// Rule: k8s.io/client-go/scale/scheme, Scale.
var InternalScale = StructOf("scheme.", "Scale", slices.Concat(ObjectMeta.Fields, TypeMetaFields(), []*Field{
	Required("Spec", StructOf("scheme.", "ScaleSpec", Required("Replicas", Int32))),
	Required("Status", StructOf("scheme.", "ScaleStatus",
		Required("Replicas", Int32),
		Pointer("Selector", labelSelector),
	)),
})...)

var labelSelector = StructOf("v1.", "LabelSelector",
	Optional("matchLabels", StringMap),
	Optional("matchExpressions", ListOf(StructOf("v1.", "LabelSelectorRequirement",
		Required("key", String),
		Required("operator", Named("v1.LabelSelectorOperator")),
		Optional("values", Strings),
	))),
)
