package codes

import (
	"fmt"
	"strings"
)

// Errors of printer columns, the scale subresource and selectable fields.
const (
	// ColumnType: the type of a printer column is missing or not supported. Found
	// at type.
	ColumnType Code = "column-type"
	// ColumnFormat: the format of a printer column is not supported. Found at
	// format.
	ColumnFormat Code = "column-format"
	// SimplePath: a JSON path does not start with a dot. Found at the path.
	SimplePath Code = "simple-path"
	// ScaleSpecPath: specReplicasPath is not below spec. Found at specReplicasPath.
	ScaleSpecPath Code = "scale-spec-path"
	// ScaleStatusPath: statusReplicasPath is not below status. Found at
	// statusReplicasPath.
	ScaleStatusPath Code = "scale-status-path"
	// ScaleSelectorPath: labelSelectorPath is below neither spec nor status. Found at
	// labelSelectorPath.
	ScaleSelectorPath Code = "scale-selector-path"
	// SelectableFieldsSchema: a version has selectable fields but no schema, or one
	// that cannot be converted. Found at selectableFields or at the schema.
	SelectableFieldsSchema Code = "selectable-fields-schema"
	// SelectableFieldsCount: a version has too many selectable fields. Found at
	// selectableFields.
	SelectableFieldsCount Code = "selectable-fields-count"
	// SelectableFieldPath: the path of a selectable field cannot be parsed or does
	// not lead to a field of the schema. Found at jsonPath.
	SelectableFieldPath Code = "selectable-field-path"
	// SelectableFieldMetadata: a selectable field is in metadata. Found at jsonPath.
	SelectableFieldMetadata Code = "selectable-field-metadata"
	// SelectableFieldType: a selectable field is not a string, boolean or integer.
	// Found at jsonPath.
	SelectableFieldType Code = "selectable-field-type"
	// SelectableFieldDuplicate: two selectable fields have the same path. Found at
	// jsonPath.
	SelectableFieldDuplicate Code = "selectable-field-duplicate"
)

// The details of errors of columns, scale and selectable fields. Those about a
// missing schema are the server's: it has negated the second by mistake.
const (
	SimplePathDetail              = "must be a simple json path starting with ."
	ScaleSpecPathDetail           = "should be a json path under .spec"
	ScaleStatusPathDetail         = "should be a json path under .status"
	ScaleSelectorPathDetail       = "should be a json path under either .spec or .status"
	SelectableFieldsNoSchema      = "may only be set when validations.schema is included"
	SelectableFieldsNoOwnSchema   = "may only be set when `version.schema.openAPIV3Schema` is not included"
	SelectableFieldMetadataDetail = "must not point to fields in metadata"
	SelectableFieldTypeDetail     = "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed."
)

// ColumnOneOfDetail words a [ColumnType] or [ColumnFormat] error.
func ColumnOneOfDetail(values []string) string { return "must be one of " + strings.Join(values, ",") }

// SelectableFieldsCountDetail words a [SelectableFieldsCount] error.
func SelectableFieldsCountDetail(limit int) string {
	return fmt.Sprintf("must have at most %d items", limit)
}

// SelectableFieldPathDetail words a [SelectableFieldPath] error.
func SelectableFieldPathDetail(err error) string { return "is an invalid path: " + err.Error() }

// Errors of spec.conversion.
const (
	// ConversionPreserve: the strategy is not None although
	// spec.preserveUnknownFields is true. Found at strategy.
	ConversionPreserve Code = "conversion-preserve"
	// WebhookForbidden: a webhook is configured but the strategy is not Webhook.
	// Found at clientConfig or conversionReviewVersions.
	WebhookForbidden Code = "webhook-forbidden"
	// WebhookClientRequired: the strategy is Webhook but clientConfig is missing, or
	// has not exactly one of url and service. Found at clientConfig.
	WebhookClientRequired Code = "webhook-client-required"
	// WebhookURL: the URL of a webhook is not of the form https://host[/path]. Found
	// at url.
	WebhookURL Code = "webhook-url"
	// WebhookServicePort: the port of a webhook's service is not between 1 and
	// 65535. Found at port.
	WebhookServicePort Code = "webhook-service-port"
	// WebhookServicePath: the path of a webhook's service does not start with a
	// slash, or one of its segments is not a DNS subdomain. Found at path.
	WebhookServicePath Code = "webhook-service-path"
	// WebhookCABundle: no certificate can be read from the bundle. Found at caBundle.
	WebhookCABundle Code = "webhook-ca-bundle"
	// ReviewVersionsRequired: the strategy is Webhook but conversionReviewVersions is
	// empty. Found at conversionReviewVersions.
	ReviewVersionsRequired Code = "review-versions-required"
	// ReviewVersionsKnown: conversionReviewVersions lacks the versions of ConversionReview that
	// the server sends, v1 and v1beta1. Found at
	// conversionReviewVersions.
	ReviewVersionsKnown Code = "review-versions-known"
	// ReviewVersionDuplicate: a version of ConversionReview is listed twice. Found at
	// the version.
	ReviewVersionDuplicate Code = "review-version-duplicate"
	// ReviewVersionName: a version of ConversionReview is not a DNS label. Found at
	// the version.
	ReviewVersionName Code = "review-version-name"
)

const (
	ConversionPreserveDetail     = "must be None if spec.preserveUnknownFields is true"
	WebhookForbiddenDetail       = "should not be set when strategy is not set to Webhook"
	WebhookRequiredDetail        = "required when strategy is set to Webhook"
	WebhookURLOrServiceDetail    = "exactly one of url or service is required"
	URLSchemeDetail              = "'https' is the only allowed URL scheme" + desiredURL
	URLHostDetail                = "host must be specified" + desiredURL
	URLUserDetail                = "user information is not permitted in the URL"
	URLFragmentDetail            = "fragments are not permitted in the URL"
	URLQueryDetail               = "query parameters are not permitted in the URL"
	PathStartDetail              = "must start with a '/'"
	ReviewVersionDuplicateDetail = "duplicate version"
)

const desiredURL = "; desired format: https://host[/path]"

// URLDetail words a [WebhookURL] error about a URL that cannot be parsed.
func URLDetail(err error) string { return "url must be a valid URL: " + err.Error() + desiredURL }

// PortDetail words a [WebhookServicePort] error for what is wrong with the port.
func PortDetail(wrong []string) string { return "port is not valid: " + strings.Join(wrong, ", ") }

// PathSegmentEmptyDetail words a [WebhookServicePath] error about an empty segment.
func PathSegmentEmptyDetail(i int) string { return fmt.Sprintf("segment[%d] may not be empty", i) }

// PathSegmentDetail words a [WebhookServicePath] error for what is wrong with a segment.
func PathSegmentDetail(i int, wrong string) string { return fmt.Sprintf("segment[%d]: %s", i, wrong) }

// ReviewVersionsKnownDetail words a [ReviewVersionsKnown] error.
func ReviewVersionsKnownDetail(known []string) string {
	return "must include at least one of " + strings.Join(known, ", ")
}
