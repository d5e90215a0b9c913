package codes

// OpenAPIVersion: a document is asked for of a version that the definition does not
// have. Found at spec.versions.
const OpenAPIVersion Code = "openapi-version"

// OpenAPIVersionDetail returns the text of an [OpenAPIVersion] error. The server
// has no such error.
func OpenAPIVersionDetail(plural, group string) string {
	return plural + "." + group + " has no such version"
}

// OpenAPIManifest: the manifest of which a document is asked for is not a
// CustomResourceDefinition, a field that the document needs has another JSON type,
// or a name that it needs is missing. Found at the field.
const OpenAPIManifest Code = "openapi-manifest"
