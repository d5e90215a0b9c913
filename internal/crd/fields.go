package crd

import (
	"maps"

	"github.com/seed95800270/crdschema/internal/keyword"
)

// defaultPort is the port of the service of a webhook that specifies none.
const defaultPort = 443

// V1 and V1beta1 are the types of a CustomResourceDefinition in both versions.
// They differ only in the package of their structs, in [FieldNames], and in the
// fields that v1beta1Type adds.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 and v1beta1,
// types.go and marshal.go.
var (
	V1      = v1Type()
	V1beta1 = v1beta1Type()
	// Internal is the type of the server's internal version, in which only the
	// fields of type and metadata have JSON names. The server decodes it, but does
	// not accept it.
	Internal = internalType()
)

func v1Type() *Type {
	const pkg = "v1."
	conversion := structOf(pkg, "CustomResourceConversion", fields{
		"strategy": required(textOf(pkg + "ConversionStrategyType")),
		"webhook":  pointer(structOf(pkg, "WebhookConversion", webhookFields(pkg, v1Names.ClientConfig))),
	})
	return definitionType(pkg, partFields(pkg, v1Names.JSONPath), fields{"conversion": pointer(conversion)})
}

// v1beta1Type returns the type in v1beta1. Its spec may have, for all versions, the
// fields that a version has otherwise.
func v1beta1Type() *Type {
	const pkg = "v1beta1."
	parts := partFields(pkg, v1beta1Names.JSONPath)
	webhook := webhookFields(pkg, v1beta1Names.ClientConfig)
	webhook["strategy"] = required(textOf(pkg + "ConversionStrategyType"))
	special := fields{
		"version":    optional(textType),
		"validation": parts["schema"],
		"conversion": pointer(structOf(pkg, "CustomResourceConversion", webhook)),
	}
	for _, shared := range []string{"subresources", "additionalPrinterColumns", "selectableFields"} {
		special[shared] = parts[shared]
	}
	return definitionType(pkg, parts, special)
}

func internalType() *Type {
	known := maps.Clone(metadataType.Fields)
	maps.Copy(known, fields{"apiVersion": optional(textType), "kind": optional(textType), "Spec": required(anyType), "Status": required(anyType)})
	return structOf("apiextensions.", Kind, known)
}

// partFields returns the fields of a version that the spec of v1beta1 also has.
func partFields(pkg, jsonPath string) fields {
	return fields{
		"schema": pointer(structOf(pkg, "CustomResourceValidation", fields{
			"openAPIV3Schema": pointer(schemaType(pkg)),
		})),
		"subresources": pointer(structOf(pkg, "CustomResourceSubresources", fields{
			"status": pointer(structOf(pkg, "CustomResourceSubresourceStatus", nil)),
			"scale": pointer(structOf(pkg, "CustomResourceSubresourceScale", fields{
				"specReplicasPath":   required(textType),
				"statusReplicasPath": required(textType),
				"labelSelectorPath":  pointer(textType),
			})),
		})),
		"additionalPrinterColumns": optional(ListOf(structOf(pkg, "CustomResourceColumnDefinition", fields{
			"name":        required(textType),
			"type":        required(textType),
			"format":      optional(textType),
			"description": optional(textType),
			"priority":    optional(int32Type),
			jsonPath:      required(textType),
		}))),
		"selectableFields": optional(ListOf(structOf(pkg, "SelectableField", fields{"jsonPath": required(textType)}))),
	}
}

func webhookFields(pkg, clientConfig string) fields {
	return fields{
		clientConfig: pointer(structOf(pkg, "WebhookClientConfig", fields{
			"url": pointer(textType),
			"service": pointer(structOf(pkg, "ServiceReference", fields{
				"namespace": required(textType),
				"name":      required(textType),
				"path":      pointer(textType),
				"port":      {Type: int32Type, Presence: keyword.Always, Default: int64(defaultPort)},
			})),
			"caBundle": optional(bytesType),
		})),
		"conversionReviewVersions": required(textsType),
	}
}

// definitionType returns the type of a definition whose spec has the special
// fields of its version.
func definitionType(pkg string, parts, special fields) *Type {
	version := maps.Clone(parts)
	maps.Copy(version, fields{
		"name":               required(textType),
		"served":             required(flagType),
		"storage":            required(flagType),
		"deprecated":         optional(flagType),
		"deprecationWarning": pointer(textType),
	})
	names := structOf(pkg, "CustomResourceDefinitionNames", fields{
		"plural":     required(textType),
		"singular":   optional(textType),
		"shortNames": optional(textsType),
		"kind":       required(textType),
		"listKind":   optional(textType),
		"categories": optional(textsType),
	})
	spec := fields{
		"group":                 required(textType),
		"names":                 required(names),
		"scope":                 required(textOf(pkg + "ResourceScope")),
		"versions":              required(ListOf(structOf(pkg, "CustomResourceDefinitionVersion", version))),
		"preserveUnknownFields": optional(flagType),
	}
	maps.Copy(spec, special)
	return structOf(pkg, Kind, fields{
		"apiVersion": optional(textType),
		"kind":       optional(textType),
		"metadata":   optional(metadataType),
		"spec":       required(structOf(pkg, "CustomResourceDefinitionSpec", spec)),
		"status":     optional(statusType(pkg, names)),
	})
}

func statusType(pkg string, names *Type) *Type {
	return structOf(pkg, "CustomResourceDefinitionStatus", fields{
		"conditions": required(ListOf(structOf(pkg, "CustomResourceDefinitionCondition", fields{
			"type":               required(textOf(pkg + "CustomResourceDefinitionConditionType")),
			"status":             required(textOf(pkg + "ConditionStatus")),
			"lastTransitionTime": required(timeType),
			"reason":             optional(textType),
			"message":            optional(textType),
			"observedGeneration": optional(int64Type),
		}))),
		"acceptedNames":      required(names),
		"storedVersions":     required(textsType),
		"observedGeneration": optional(int64Type),
	})
}

// metadataType is the type of the metadata of an object. Package store does not use
// it: package objectmeta normalizes metadata.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, ObjectMeta.
var metadataType = structOf("v1.", "ObjectMeta", fields{
	"name":                       optional(textType),
	"generateName":               optional(textType),
	"namespace":                  optional(textType),
	"selfLink":                   optional(textType),
	"uid":                        optional(textOf("types.UID")),
	"resourceVersion":            optional(textType),
	"generation":                 optional(int64Type),
	"creationTimestamp":          optional(timeType),
	"deletionTimestamp":          pointer(timeType),
	"deletionGracePeriodSeconds": pointer(int64Type),
	"labels":                     optional(labelsType),
	"annotations":                optional(labelsType),
	"ownerReferences": optional(ListOf(structOf("v1.", "OwnerReference", fields{
		"apiVersion":         required(textType),
		"kind":               required(textType),
		"name":               required(textType),
		"uid":                required(textOf("types.UID")),
		"controller":         pointer(flagType),
		"blockOwnerDeletion": pointer(flagType),
	}))),
	"finalizers": optional(textsType),
	"managedFields": optional(ListOf(structOf("v1.", "ManagedFieldsEntry", fields{
		"manager":     optional(textType),
		"operation":   optional(textOf("v1.ManagedFieldsOperationType")),
		"apiVersion":  optional(textType),
		"time":        pointer(timeType),
		"fieldsType":  optional(textType),
		"fieldsV1":    pointer(anyType),
		"subresource": optional(textType),
	}))),
})
