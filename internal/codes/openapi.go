package codes

// OpenAPIVersion: the definition does not have the requested version. Found at
// spec.versions.
const OpenAPIVersion Code = "openapi-version"

// OpenAPIVersionDetail returns the text of an [OpenAPIVersion] error. The server
// has no such error.
func OpenAPIVersionDetail(plural, group string) string {
	return plural + "." + group + " has no such version"
}

// OpenAPIManifest: the manifest is not a CustomResourceDefinition, or a field that
// OpenAPI documents need is missing or has the wrong JSON type. Found at the field.
const OpenAPIManifest Code = "openapi-manifest"
