package crd

// DeleteOptions is the type of the body of a request to delete an object, which the server
// decodes like a crd.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, DeleteOptions and Preconditions.
var DeleteOptions = structOf("v1.", "DeleteOptions", fields{
	"kind":               optional(textType),
	"apiVersion":         optional(textType),
	"gracePeriodSeconds": pointer(int64Type),
	"preconditions": pointer(structOf("v1.", "Preconditions", fields{
		"uid":             pointer(textOf("types.UID")),
		"resourceVersion": pointer(textType),
	})),
	"orphanDependents":  pointer(flagType),
	"propagationPolicy": pointer(textOf("v1.DeletionPropagation")),
	"dryRun":            optional(ListOf(textType)),
	"ignoreStoreReadErrorWithClusterBreakingPotential": pointer(flagType),
})
