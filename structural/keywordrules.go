package structural

import (
	"strconv"
	"strings"
)

// unsupported checks the keywords of JSON schema that Kubernetes decodes and
// does not support, even where their content is empty.
func (c *keywordChecker) unsupported(s *Schema) {
	l := s.legacyKeywords()
	if l == nil {
		return
	}
	c.unsupportedIf(l.id != "", "id")
	c.unsupportedIf(l.additionalItems != nil, "additionalItems")
	c.unsupportedIf(len(l.patternProperties) > 0, "patternProperties")
	c.unsupportedIf(len(l.definitions) > 0, "definitions")
	c.unsupportedIf(l.dependencies != nil, "dependencies")
	c.unsupportedIf(l.ref != nil, "$ref")
	if len(l.itemsList) > 0 {
		c.report(Forbidden, Omitted, "items must be a schema object and not an array", Field("items"))
	}
}

func (c *keywordChecker) unsupportedIf(used bool, keyword string) {
	if used {
		c.report(Forbidden, Omitted, keyword+" is not supported", Field(keyword))
	}
}

// standard checks the keywords of OpenAPI.
func (c *keywordChecker) standard(s *Schema, scope keywordScope) {
	if s.typ == OtherType {
		c.otherType(s.more.otherType)
	}
	if s.def != nil && scope.noDefaults {
		c.report(Forbidden, Omitted, strings.TrimSuffix("must not be set "+scope.reason, " "), Field("default"))
	}
	if scope.resourceMeta && s.has(embeddedResource) {
		c.report(Forbidden, Omitted, "must not be used inside of resource meta", Field("x-kubernetes-embedded-resource"))
	}
	if s.has(uniqueItems) {
		c.report(Forbidden, Omitted, "uniqueItems cannot be set to true since the runtime complexity becomes quadratic", Field("uniqueItems"))
	}
	if len(s.properties) > 0 && (s.additional != nil || s.has(additionalDenied)) {
		c.report(Forbidden, Omitted, "additionalProperties and properties are mutual exclusive", Field("additionalProperties"))
	}
	if s.has(preserveFalse) {
		c.report(Invalid, false, "must be true or undefined", Field("x-kubernetes-preserve-unknown-fields"))
	}
}

func (c *keywordChecker) otherType(name string) {
	if !c.allowUnknownTypes {
		c.report(NotSupported, name, supported(typeNames[Array:OtherType]...), Field("type"))
	}
	if name == "null" {
		c.report(Forbidden, Omitted, "type cannot be set to null, use nullable as an alternative", Field("type"))
	}
}

func (c *keywordChecker) mapType(s *Schema) {
	mapType, given := s.MapType()
	if !given {
		return
	}
	if s.typ != Object {
		c.wrongType(s, "must be object if x-kubernetes-map-type is specified")
	}
	if mapType != "atomic" && mapType != "granular" {
		c.report(NotSupported, mapType, supported("atomic", "granular"), Field("x-kubernetes-map-type"))
	}
}

// wrongType reports a type that is missing or another one than it must be.
func (c *keywordChecker) wrongType(s *Schema, must string) {
	if s.typ == NoType {
		c.report(Required, Omitted, must, Field("type"))
	} else {
		c.report(Invalid, s.TypeName(), must, Field("type"))
	}
}

// supported is the detail of a [NotSupported] error.
func supported(values ...string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = strconv.Quote(v)
	}
	return "supported values: " + strings.Join(quoted, ", ")
}
