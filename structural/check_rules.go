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

// listType checks x-kubernetes-list-type and x-kubernetes-list-map-keys.
func (c *keywordChecker) listType(s *Schema) {
	listType, given := s.ListType()
	if s.more != nil && len(s.more.listMapKeys) > 0 && listType != "map" {
		c.keysWithoutMap(listType, given)
	}
	if !given {
		return
	}
	if s.typ != Array {
		c.wrongType(s, "must be array if x-kubernetes-list-type is specified")
	}
	switch listType {
	case "atomic":
	case "set":
		c.setList(s)
	case "map":
		c.mapList(s)
	default:
		c.report(NotSupported, listType, supported("atomic", "set", "map"), Field("x-kubernetes-list-type"))
	}
}

func (c *keywordChecker) keysWithoutMap(listType string, given bool) {
	const must = "must be map if x-kubernetes-list-map-keys is non-empty"
	if given {
		c.report(Invalid, listType, must, Field("x-kubernetes-list-type"))
	} else {
		c.report(Required, Omitted, must, Field("x-kubernetes-list-type"))
	}
}

func (c *keywordChecker) setList(s *Schema) {
	if s.items == nil {
		return
	}
	if s.typ == Array && !c.allowNonAtomicSets {
		c.setItems(s.items)
	}
	if !c.allowUncertainKeys {
		c.certain(s, "set")
	}
}

// setItems checks that the elements of a set are compared as a whole. The value
// of both errors is the list type of the items: a pointer, which prints as JSON.
func (c *keywordChecker) setItems(items *Schema) {
	const must = "must be atomic as item of a list with x-kubernetes-list-type=set"
	listType, nested := items.ListType()
	mapType, _ := items.MapType()
	switch {
	case items.typ == Array && nested && listType != "atomic":
		c.report(Invalid, &listType, must, Field("items"), Field("x-kubernetes-list-type"))
	case items.typ == Object && mapType != "atomic" && nested:
		c.report(Invalid, &listType, must, Field("items"), Field("x-kubernetes-map-type"))
	case items.typ == Object && mapType != "atomic":
		c.report(Invalid, nil, must, Field("items"), Field("x-kubernetes-map-type"))
	}
}

func (c *keywordChecker) mapList(s *Schema) {
	if len(s.ListMapKeys()) == 0 {
		c.report(Required, Omitted, "must not be empty if x-kubernetes-list-type is map", Field("x-kubernetes-list-map-keys"))
	}
	switch {
	case !s.has(itemsGiven):
		c.report(Required, Omitted, "must have a schema if x-kubernetes-list-type is map", Field("items"))
	case s.items == nil:
		c.errs.Charge(itemsText)
		c.report(Invalid, internalItems{s}, "must only have a single schema if x-kubernetes-list-type is map", Field("items"))
	case s.items.typ != Object:
		c.report(Invalid, s.items.TypeName(), "must be object if parent array's x-kubernetes-list-type is map", Field("items"), Field("type"))
	default:
		c.mapKeys(s)
	}
	if s.items != nil && !c.allowUncertainKeys {
		c.certain(s, "map")
	}
}

// itemsText is what an error counts that prints a list of schemas: such lists
// may be nested, and printed once on each level.
const itemsText = 128 << 10

// mapKeys checks that the keys are different scalar properties of the items.
func (c *keywordChecker) mapKeys(s *Schema) {
	names := s.ListMapKeys()
	var keys []any
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		keys = append(keys, name)
	}
	wrong := func(must string) {
		c.report(Invalid, keys, must, Field("x-kubernetes-list-map-keys"))
	}
	for _, name := range names {
		if p := s.items.Property(name); p == nil {
			wrong("entries must all be names of item properties")
		} else if p.typ == Array || p.typ == Object {
			// The value is the type of the items, not that of the property.
			c.report(Invalid, s.items.TypeName(), "must be a scalar type if parent array's x-kubernetes-list-type is map",
				Field("items"), Field("properties"), Key(name), Field("type"))
		}
		if seen[name] {
			wrong("must not contain duplicate entries")
		}
		seen[name] = true
	}
}

// certain checks that the elements of a set or map are never null, and that the
// keys of a map always have a value.
func (c *keywordChecker) certain(s *Schema, listType string) {
	if s.items.has(nullable) {
		c.report(Forbidden, Omitted, "cannot be nullable when x-kubernetes-list-type is "+listType, Field("items"), Field("nullable"))
	}
	if listType == "map" {
		c.certainKeys(s)
	}
}

func (c *keywordChecker) certainKeys(s *Schema) {
	names := s.ListMapKeys()
	if len(names) == 0 {
		return
	}
	required := make(map[string]bool)
	for _, name := range s.items.Required() {
		required[name] = true
	}
	for _, name := range names {
		p := s.items.Property(name)
		if p == nil {
			continue
		}
		if !required[name] && p.def == nil {
			c.report(Required, Omitted, "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
				Field("items"), Field("properties"), Key(name), Field("default"))
		}
		if p.has(nullable) {
			c.report(Forbidden, Omitted, "this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
				Field("items"), Field("properties"), Key(name), Field("nullable"))
		}
	}
}
