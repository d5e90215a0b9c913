package structural

// resource checks what a node says about apiVersion, kind and metadata, which
// belong to the server in the root and in embedded resources.
func (c *checker) resource(s *Schema, at level) {
	if at == rootLevel || s.has(embeddedResource) {
		c.metaType(s, "kind", String, "must be string")
		c.metaType(s, "apiVersion", String, "must be string")
		c.metaType(s, "metadata", Object, "must be object")
	}
	if at == rootLevel && !s.Property("metadata").restrictsNameOnly() {
		const must = "must not specify anything other than name and generateName, but metadata is implicitly specified"
		c.report(Forbidden, Omitted, must, Field("properties"), Key("metadata"))
	}
	if s.has(embeddedResource) && !s.has(preserveUnknown) && len(s.properties) == 0 {
		const must = "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields"
		c.report(Required, Omitted, must, Field("properties"))
	}
}

func (c *checker) metaType(s *Schema, name string, t Type, must string) {
	if p := s.Property(name); p != nil && p.typ != t {
		c.report(Invalid, p.TypeName(), must, Field("properties"), Key(name), Field("type"))
	}
}

// restrictsNameOnly tells whether a schema for the root's metadata is limited
// to type, default and the properties name and generateName, whose schemas are
// free.
func (s *Schema) restrictsNameOnly() bool {
	if s == nil {
		return true
	}
	for _, p := range s.properties {
		if p.name != "name" && p.name != "generateName" {
			return false
		}
	}
	return !s.has(additionalAllowed|additionalDenied) && s.plain()
}
