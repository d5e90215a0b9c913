package codes

const (
	// OpenAPIVersion: the definition does not have the requested version. Found at
	// spec.versions.
	OpenAPIVersion Code = "openapi-version"
)

// OpenAPIVersionDetail returns the text of an [OpenAPIVersion] error. The server
// has no such error.
func OpenAPIVersionDetail(plural, group string) string {
	return plural + "." + group + " has no such version"
}
