package codes

import (
	"fmt"
	"strings"
)

// Errors of any field of a CRD.
const (
	// CRDType: the CRD is not a CustomResourceDefinition of apiextensions.k8s.io/v1
	// or v1beta1. Found at the root.
	CRDType Code = "crd-type"
	// CRDFieldRequired: a required field is missing or empty. Found at the field.
	CRDFieldRequired Code = "crd-field-required"
	// CRDFieldValue: a field has a value that is not supported. Found at the field.
	CRDFieldValue Code = "crd-field-value"
	// CRDFieldImmutable: an update changes a field that cannot change, because
	// objects are stored under it. Found at the field.
	CRDFieldImmutable Code = "crd-field-immutable"
)

const (
	CRDTypeDetail           = "must be a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1"
	CRDFieldImmutableDetail = "field is immutable"
)

// FieldTypeDetail words a [FieldType] error in a stored CRD; want is a JSON type with its
// article. The server does not have such an error.
func FieldTypeDetail(want string) string { return "must be " + want }

// Errors of names.
const (
	// CRDName: the name of the CRD is not the plural name, a dot and the group.
	// Found at metadata.name or metadata.generateName.
	CRDName Code = "crd-name"
	// CRDGroup: the group is not a DNS subdomain with at least one dot. Found at
	// spec.group.
	CRDGroup Code = "crd-group"
	// CRDLabel: a plural name, singular name, short name, category or version name
	// is not a DNS label. Found at the name.
	CRDLabel Code = "crd-label"
	// KindName: a kind or list kind, in lower case, is not a DNS label. Found at
	// the name.
	KindName Code = "kind-name"
	// ListKindSame: the list kind is the same as the kind. Found at listKind.
	ListKindSame Code = "list-kind-same"
	// APIApproval: a CRD in a group of the Kubernetes project (k8s.io,
	// kubernetes.io) lacks a valid annotation api-approved.kubernetes.io. Found at
	// the annotation.
	APIApproval Code = "api-approval"
)

const (
	CRDNameDetail      = `must be spec.names.plural+"."+spec.group`
	CRDGroupDotDetail  = "should be a domain with at least one dot"
	ListKindSameDetail = "kind and listKind may not be the same"

	APIApprovalMissingDetail = approvalRequired + approvalSee
	APIApprovalInvalidDetail = approvalRequired + ` with either a URL or a reason starting with "unapproved"` + approvalSee
)

const (
	approvalRequired = `protected groups must have approval annotation "api-approved.kubernetes.io"`
	approvalSee      = `, see https://github.com/kubernetes/enhancements/pull/1111`
)

// LabelDetail words a [CRDGroup] or [CRDLabel] error for what is wrong with the name.
func LabelDetail(wrong []string) string { return strings.Join(wrong, ",") }

// KindNameDetail words a [KindName] error for what is wrong with the lower-case name.
func KindNameDetail(wrong []string) string {
	return "may have mixed case, but should otherwise match: " + strings.Join(wrong, ",")
}

// Errors of versions.
const (
	// StorageVersion: not exactly one version is marked as storage version. Found at
	// spec.versions.
	StorageVersion Code = "storage-version"
	// VersionUnique: several versions have the same name. Found at spec.versions.
	VersionUnique Code = "version-unique"
	// VersionFirst: spec.version of v1beta1 is not the name of the first version.
	// Found at spec.version.
	VersionFirst Code = "version-first"
	// DeprecationWarning: a deprecation warning is too long, empty or not
	// printable, or its version is not deprecated. Found at deprecationWarning.
	DeprecationWarning Code = "deprecation-warning"
	// PartsExclusive: a CRD of v1beta1 specifies a schema, subresources or printer
	// columns both for all versions and for one of them. Found at the field in
	// spec.
	PartsExclusive Code = "parts-exclusive"
	// PartsIdentical: all versions of a CRD of v1beta1 specify the same schema,
	// subresources or printer columns instead of spec. Found at spec.versions.
	PartsIdentical Code = "parts-identical"
	// StoredVersionsRequired: status.storedVersions is empty. Found at
	// status.storedVersions.
	StoredVersionsRequired Code = "stored-versions-required"
	// StoredVersionsStorage: the storage version is not in status.storedVersions.
	// Found at status.storedVersions.
	StoredVersionsStorage Code = "stored-versions-storage"
	// StoredVersionRemoved: a version in which objects may still be stored is not
	// in spec.versions. Found at the entry of status.storedVersions.
	StoredVersionRemoved Code = "stored-version-removed"
)

const (
	StorageVersionDetail         = "must have exactly one version marked as storage version"
	VersionUniqueDetail          = "must contain unique version names"
	VersionFirstDetail           = "must match the first version in spec.versions"
	StoredVersionsRequiredDetail = "must have at least one stored version"
)

const (
	NotDeprecatedDetail   = "can only be set for deprecated versions"
	WarningEmptyDetail    = "must not be an empty string"
	WarningEncodingDetail = "must only contain printable UTF-8 characters"
)

// WarningLengthDetail words a [DeprecationWarning] error about a warning that is longer
// than limit bytes.
func WarningLengthDetail(limit int) string {
	return fmt.Sprintf("must be <= %d characters long", limit)
}

// WarningPrintableDetail words a [DeprecationWarning] error about a character that is not
// printable, at a byte.
func WarningPrintableDetail(index int) string {
	return fmt.Sprintf("%s; non-printable character found at index %d", WarningEncodingDetail, index)
}

// PartsExclusiveDetail words a [PartsExclusive] error.
func PartsExclusiveDetail(parts string) string {
	return "top-level and per-version " + parts + " are mutually exclusive"
}

// PartsIdenticalDetail words a [PartsIdentical] error; field is the name in spec.
func PartsIdenticalDetail(parts, field string) string {
	return "per-version " + parts + " may not all be set to identical values (top-level " + field + " should be used instead)"
}

// StoredVersionsStorageDetail words a [StoredVersionsStorage] error.
func StoredVersionsStorageDetail(version string) string {
	return "must have the storage version " + version
}

// StoredVersionRemovedDetail words a [StoredVersionRemoved] error.
func StoredVersionRemovedDetail(version string) string {
	return strings.ReplaceAll("missing from spec.versions; {} was previously a storage version, and must remain in spec.versions"+
		" until a storage migration ensures no data remains persisted in {} and removes {} from status.storedVersions", "{}", version)
}

// Errors of schemas as a whole, and of spec.preserveUnknownFields.
const (
	// SchemaRequired: a version lacks a schema. Found at the schema.
	SchemaRequired Code = "schema-required"
	// NullableRoot: the root schema is nullable. Found at nullable.
	NullableRoot Code = "nullable-root"
	// PreserveUnknownFields: spec.preserveUnknownFields is set to true. Found at the
	// field.
	PreserveUnknownFields Code = "preserve-unknown-fields"
	// PreserveUnknownFieldsDefault: a schema has defaults although
	// spec.preserveUnknownFields is true. Found at spec.preserveUnknownFields.
	PreserveUnknownFieldsDefault Code = "preserve-unknown-fields-default"
)

const (
	SchemaPrunesDetail                 = "because otherwise all fields are pruned"
	NullableRootDetail                 = "nullable cannot be true at the root"
	PreserveUnknownFieldsDetail        = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"
	PreserveUnknownFieldsDefaultDetail = "must be false in order to use defaults in the schema"
)
