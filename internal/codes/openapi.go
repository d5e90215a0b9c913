package codes

const (
	// OpenAPIVersion: the crd has no version of the requested name. Found at
	// spec.versions.
	OpenAPIVersion Code = "openapi-version"
)

// OpenAPIVersionDetail returns the detail of an [OpenAPIVersion] error. The server
// has no such error.
func OpenAPIVersionDetail(plural, group string) string {
	return plural + "." + group + " has no such version"
}
