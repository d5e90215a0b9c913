package codes

import "fmt"

// Errors of reading a schema from OpenAPI and of writing one as such.
const (
	// ReferenceNotFound: a $ref refers to nothing. Found at the $ref.
	ReferenceNotFound Code = "reference-not-found"
	// ReferenceCycle: a $ref refers to a schema that contains it, so that replacing
	// it would not end. Found at the $ref.
	ReferenceCycle Code = "reference-cycle"
	// ReferenceInvalid: a $ref is not a URL, or not in its normal form. Found at the $ref.
	ReferenceInvalid Code = "reference-invalid"
	// KeywordConflict: a keyword has another value next to a $ref than in the schema to
	// which it refers, or in an extension of a spec.Schema than in its field. Found at
	// the keyword.
	KeywordConflict Code = "keyword-conflict"
	// TypeList: a schema has several types. Found at its type.
	TypeList Code = "type-list"
	// SchemaTooLarge: a schema consists of too many schemas when all references are
	// replaced. Found at the root.
	SchemaTooLarge Code = "schema-too-large"
	// DocumentKind: an OpenAPI document lacks a schema of the kind. Found at the schemas
	// of the document.
	DocumentKind Code = "document-kind"
)

// Details of these errors. The server does not have such errors.
const (
	ReferenceCycleDetail   = "refers to a schema that contains the reference"
	ReferenceInvalidDetail = "must be a URL in its normal form"
	KeywordConflictDetail  = "must equal the keyword of the schema to which the reference beside it refers"
	KeywordConflictInSpec  = "must equal the field of the same name"
	TypeListDetail         = "must be one type, or one type and null"
)

// SchemaTooLargeDetail words a [SchemaTooLarge] error.
func SchemaTooLargeDetail(limit int) string {
	return fmt.Sprintf("must not consist of more than %d schemas with all references replaced", limit)
}

// TooDeepDetail words an error about a schema or value that is nested too deeply, by
// itself or through its references.
func TooDeepDetail(limit int) string {
	return NotJSONDetail(fmt.Sprintf("nested deeper than %d levels, or cyclic", limit))
}
