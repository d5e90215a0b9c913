package gotype

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/keyword"
)

// CRDv1 and CRDv1beta1 are the types of a CustomResourceDefinition. They differ in the
// package of their structs, in the names of two fields, and in the fields that v1beta1 has
// for all versions.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1 and v1beta1, types.go and
// marshal.go.
var (
	CRDv1      = crdV1()
	CRDv1beta1 = crdV1beta1()
	// InternalCRD is the type of the server's internal version, in which only the fields
	// of type and metadata have JSON names. The server decodes it, but does not accept it.
	InternalCRD = StructOf("apiextensions.", CRDKind, slices.Concat(embedded("ObjectMeta", ObjectMeta.Fields), TypeMetaFields(), []*Field{
		Required("Spec", Any), Required("Status", Any),
	})...)
)

// DefaultPort is the default port of the service of a webhook.
const DefaultPort = 443

// embedded returns the fields of an embedded struct.
func embedded(name string, fields []*Field) []*Field {
	out := make([]*Field, len(fields))
	for i, f := range fields {
		inner := *f
		inner.Embedded = name
		out[i] = &inner
	}
	return out
}

func crdV1() *Type {
	const pkg = "v1."
	conversion := StructOf(pkg, "CustomResourceConversion",
		Required("strategy", Named(pkg+"ConversionStrategyType")),
		Pointer("webhook", StructOf(pkg, "WebhookConversion", webhookFields(pkg, "clientConfig")...)),
	)
	return crdType(pkg, versionParts(pkg, "jsonPath"), Pointer("conversion", conversion))
}

// crdV1beta1 returns a type whose spec may also have the fields of versions.
func crdV1beta1() *Type {
	const pkg = "v1beta1."
	parts := versionParts(pkg, "JSONPath")
	conversion := append(webhookFields(pkg, "webhookClientConfig"), Required("strategy", Named(pkg+"ConversionStrategyType")))
	return crdType(pkg, parts, append([]*Field{
		Optional("version", String),
		Pointer("validation", parts[0].Type),
		Pointer("conversion", StructOf(pkg, "CustomResourceConversion", conversion...)),
	}, parts[1:]...)...)
}

// versionParts returns the fields of a version that the spec of v1beta1 also has, the
// schema first. jsonPath is the name of the path of a printer column.
func versionParts(pkg, jsonPath string) []*Field {
	return []*Field{
		Pointer("schema", StructOf(pkg, "CustomResourceValidation", Pointer("openAPIV3Schema", schemaType(pkg)))),
		Pointer("subresources", StructOf(pkg, "CustomResourceSubresources",
			Pointer("status", StructOf(pkg, "CustomResourceSubresourceStatus")),
			Pointer("scale", StructOf(pkg, "CustomResourceSubresourceScale",
				Required("specReplicasPath", String),
				Required("statusReplicasPath", String),
				Pointer("labelSelectorPath", String),
			)),
		)),
		Optional("additionalPrinterColumns", ListOf(StructOf(pkg, "CustomResourceColumnDefinition",
			Required("name", String),
			Required("type", String),
			Optional("format", String),
			Optional("description", String),
			Optional("priority", Int32),
			Required(jsonPath, String),
		))),
		Optional("selectableFields", ListOf(StructOf(pkg, "SelectableField", Required("jsonPath", String)))),
	}
}

func webhookFields(pkg, clientConfig string) []*Field {
	return []*Field{
		Pointer(clientConfig, StructOf(pkg, "WebhookClientConfig",
			Pointer("url", String),
			Pointer("service", StructOf(pkg, "ServiceReference",
				Required("namespace", String),
				Required("name", String),
				Pointer("path", String),
				&Field{Name: "port", Type: Int32, Presence: keyword.Always, Default: int64(DefaultPort)},
			)),
			Optional("caBundle", Bytes),
		)),
		Required("conversionReviewVersions", Strings),
	}
}

// crdType returns a type whose spec has the special fields.
func crdType(pkg string, parts []*Field, special ...*Field) *Type {
	version := append([]*Field{
		Required("name", String),
		Required("served", Bool),
		Required("storage", Bool),
		Optional("deprecated", Bool),
		Pointer("deprecationWarning", String),
	}, parts...)
	names := StructOf(pkg, "CustomResourceDefinitionNames",
		Required("plural", String),
		Optional("singular", String),
		Optional("shortNames", Strings),
		Required("kind", String),
		Optional("listKind", String),
		Optional("categories", Strings),
	)
	spec := append([]*Field{
		Required("group", String),
		Required("names", names),
		Required("scope", Named(pkg+"ResourceScope")),
		Required("versions", ListOf(StructOf(pkg, "CustomResourceDefinitionVersion", version...))),
		Optional("preserveUnknownFields", Bool),
	}, special...)
	return StructOf(pkg, CRDKind, append(TypeMetaFields(),
		Optional("metadata", ObjectMeta),
		Required("spec", StructOf(pkg, "CustomResourceDefinitionSpec", spec...)),
		Optional("status", crdStatus(pkg, names)),
	)...)
}

func crdStatus(pkg string, names *Type) *Type {
	return StructOf(pkg, "CustomResourceDefinitionStatus",
		Required("conditions", ListOf(StructOf(pkg, "CustomResourceDefinitionCondition",
			Required("type", Named(pkg+"CustomResourceDefinitionConditionType")),
			Required("status", Named(pkg+"ConditionStatus")),
			Required("lastTransitionTime", Timestamp),
			Optional("reason", String),
			Optional("message", String),
			Optional("observedGeneration", Int64),
		))),
		Required("acceptedNames", names),
		Required("storedVersions", Strings),
		Optional("observedGeneration", Int64),
	)
}
