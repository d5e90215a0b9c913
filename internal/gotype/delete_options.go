package gotype

// DeleteOptions is the body of a request to delete an object.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, DeleteOptions and Preconditions.
var DeleteOptions = StructOf("v1.", "DeleteOptions", append(TypeMetaFields(),
	Pointer("gracePeriodSeconds", Int64),
	Pointer("preconditions", StructOf("v1.", "Preconditions",
		Pointer("uid", uid),
		Pointer("resourceVersion", String),
	)),
	Pointer("orphanDependents", Bool),
	Pointer("propagationPolicy", Named("v1.DeletionPropagation")),
	Optional("dryRun", Strings),
	Pointer("ignoreStoreReadErrorWithClusterBreakingPotential", Bool),
)...)
