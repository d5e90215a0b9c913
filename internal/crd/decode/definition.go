package decode

import "maps"

// The definitions of both versions. Their structures are alike but for the names
// of the package and for what definition and oldDefinition say.
var (
	definitionV1       = definition()
	definitionV1beta1  = oldDefinition()
	definitionInternal = internalDefinition()
)

// definition is a CustomResourceDefinition of v1.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// CustomResourceDefinition.
func definition() *kind {
	const pkg = "v1."
	parts := partsOf(pkg, "jsonPath")
	spec := map[string]*kind{
		"conversion": structure(pkg, "CustomResourceConversion", map[string]*kind{
			"strategy": named(pkg + "ConversionStrategyType"),
			"webhook":  structure(pkg, "WebhookConversion", webhookKinds(pkg, "clientConfig")),
		}),
	}
	return whole(pkg, parts, spec)
}

// oldDefinition is a CustomResourceDefinition of v1beta1, in which the spec may
// say for all versions what else they say one by one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1,
// CustomResourceDefinition.
func oldDefinition() *kind {
	const pkg = "v1beta1."
	parts := partsOf(pkg, "JSONPath")
	webhook := webhookKinds(pkg, "webhookClientConfig")
	webhook["strategy"] = named(pkg + "ConversionStrategyType")
	spec := map[string]*kind{
		"version":    plainText,
		"validation": parts["schema"],
		"conversion": structure(pkg, "CustomResourceConversion", webhook),
	}
	for _, shared := range []string{"subresources", "additionalPrinterColumns", "selectableFields"} {
		spec[shared] = parts[shared]
	}
	return whole(pkg, parts, spec)
}

// internalDefinition is the server's own form of a definition, which has names
// for the type and the metadata only. It is not accepted anyway.
func internalDefinition() *kind {
	known := maps.Clone(metadata.fields)
	maps.Copy(known, map[string]*kind{"apiVersion": plainText, "kind": plainText, "Spec": freeform, "Status": freeform})
	return structure("apiextensions.", definitionName, known)
}

// partsOf are the fields of a version that v1beta1 also has in the spec.
func partsOf(pkg, jsonPath string) map[string]*kind {
	return map[string]*kind{
		"schema": structure(pkg, "CustomResourceValidation", map[string]*kind{
			"openAPIV3Schema": schemaKind(pkg),
		}),
		"subresources": structure(pkg, "CustomResourceSubresources", map[string]*kind{
			"status": structure(pkg, "CustomResourceSubresourceStatus", nil),
			"scale": structure(pkg, "CustomResourceSubresourceScale", map[string]*kind{
				"specReplicasPath":   plainText,
				"statusReplicasPath": plainText,
				"labelSelectorPath":  plainText,
			}),
		}),
		"additionalPrinterColumns": listOf(structure(pkg, "CustomResourceColumnDefinition", map[string]*kind{
			"name":        plainText,
			"type":        plainText,
			"format":      plainText,
			"description": plainText,
			"priority":    int32Kind,
			jsonPath:      plainText,
		})),
		"selectableFields": listOf(structure(pkg, "SelectableField", map[string]*kind{"jsonPath": plainText})),
	}
}

func webhookKinds(pkg, clientConfig string) map[string]*kind {
	return map[string]*kind{
		clientConfig: structure(pkg, "WebhookClientConfig", map[string]*kind{
			"url": plainText,
			"service": structure(pkg, "ServiceReference", map[string]*kind{
				"namespace": plainText,
				"name":      plainText,
				"path":      plainText,
				"port":      int32Kind,
			}),
			"caBundle": bytes,
		}),
		"conversionReviewVersions": texts,
	}
}

// whole is a definition whose spec has special fields of its version.
func whole(pkg string, parts, special map[string]*kind) *kind {
	version := maps.Clone(parts)
	maps.Copy(version, map[string]*kind{
		"name":               plainText,
		"served":             boolean,
		"storage":            boolean,
		"deprecated":         boolean,
		"deprecationWarning": plainText,
	})
	names := structure(pkg, "CustomResourceDefinitionNames", map[string]*kind{
		"plural":     plainText,
		"singular":   plainText,
		"shortNames": texts,
		"kind":       plainText,
		"listKind":   plainText,
		"categories": texts,
	})
	spec := map[string]*kind{
		"group":                 plainText,
		"names":                 names,
		"scope":                 named(pkg + "ResourceScope"),
		"versions":              listOf(structure(pkg, "CustomResourceDefinitionVersion", version)),
		"preserveUnknownFields": boolean,
	}
	maps.Copy(spec, special)
	return structure(pkg, "CustomResourceDefinition", map[string]*kind{
		"apiVersion": plainText,
		"kind":       plainText,
		"metadata":   metadata,
		"spec":       structure(pkg, "CustomResourceDefinitionSpec", spec),
		"status":     statusKind(pkg, names),
	})
}

func statusKind(pkg string, names *kind) *kind {
	return structure(pkg, "CustomResourceDefinitionStatus", map[string]*kind{
		"conditions": listOf(structure(pkg, "CustomResourceDefinitionCondition", map[string]*kind{
			"type":               named(pkg + "CustomResourceDefinitionConditionType"),
			"status":             named(pkg + "ConditionStatus"),
			"lastTransitionTime": timeKind,
			"reason":             plainText,
			"message":            plainText,
			"observedGeneration": int64Kind,
		})),
		"acceptedNames":      names,
		"storedVersions":     texts,
		"observedGeneration": int64Kind,
	})
}
