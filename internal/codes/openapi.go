package codes

const (
	// OpenAPIVersion: the CRD lacks the requested version. Found at
	// spec.versions.
	OpenAPIVersion Code = "openapi-version"
)

// OpenAPIVersionDetail words an [OpenAPIVersion] error. The server does not have such an
// error.
func OpenAPIVersionDetail(plural, group string) string {
	return plural + "." + group + " has no such version"
}
