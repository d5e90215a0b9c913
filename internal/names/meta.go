package names

// IsMeta reports whether name is apiVersion, kind or metadata: the fields of every object
// outside its schema.
func IsMeta(name string) bool {
	return name == "apiVersion" || name == "kind" || name == "metadata"
}
