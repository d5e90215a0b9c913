package crd

import "maps"

// The types of the body of a request for a scale subresource.
var (
	// ScaleBody is the type of a Scale of autoscaling/v1.
	//
	// Rule: k8s.io/api/autoscaling/v1, Scale.
	ScaleBody = structOf("v1.", "Scale", fields{
		"apiVersion": optional(textType),
		"kind":       optional(textType),
		"metadata":   optional(metadataType),
		"spec":       optional(structOf("v1.", "ScaleSpec", fields{"replicas": optional(int32Type)})),
		"status": optional(structOf("v1.", "ScaleStatus", fields{
			"replicas": required(int32Type),
			"selector": optional(textType),
		})),
	})
	// InternalScaleBody is the type of the server's internal version, in which only the
	// fields of type and metadata have JSON names. The server decodes it, but does not
	// accept it.
	//
	// Rule: k8s.io/client-go/scale/scheme, Scale.
	InternalScaleBody = internalScaleType()
)

func internalScaleType() *Type {
	selector := structOf("v1.", "LabelSelector", fields{
		"matchLabels": optional(labelsType),
		"matchExpressions": optional(ListOf(structOf("v1.", "LabelSelectorRequirement", fields{
			"key":      required(textType),
			"operator": required(textOf("v1.LabelSelectorOperator")),
			"values":   optional(textsType),
		}))),
	})
	known := maps.Clone(metadataType.Fields)
	maps.Copy(known, fields{
		"apiVersion": optional(textType),
		"kind":       optional(textType),
		"Spec":       required(structOf("scheme.", "ScaleSpec", fields{"Replicas": required(int32Type)})),
		"Status": required(structOf("scheme.", "ScaleStatus", fields{
			"Replicas": required(int32Type),
			"Selector": pointer(selector),
		})),
	})
	return structOf("scheme.", "Scale", known)
}
