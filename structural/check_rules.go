package structural

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural/field"
)

// unsupported checks types, defaults and the keywords of JSON Schema that Kubernetes decodes
// but does not support, even if they are empty.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// specStandardValidatorV3.validate.
func (c *keywordChecker) unsupported(s *Schema, scope keywordScope) {
	if s.typ == OtherType && !c.allowUnknownTypes {
		c.report(codes.TypeUnsupported, field.NotSupported, s.rare.otherType, codes.SupportedValues(typeNames[Array:OtherType]...), Field("type"))
	}
	if s.def != nil && scope.noDefaults {
		c.report(codes.DefaultForbidden, field.Forbidden, field.Omitted, codes.DefaultForbiddenDetail(scope.reason), Field("default"))
	}
	l := s.legacyKeywords()
	if l != nil {
		c.unsupportedKeywords(l)
	}
	if s.typ == OtherType && s.rare.otherType == "null" {
		c.report(codes.TypeNull, field.Forbidden, field.Omitted, codes.TypeNullDetail, Field("type"))
	}
	if l != nil && len(l.itemsList) > 0 {
		c.report(codes.ItemsList, field.Forbidden, field.Omitted, codes.ItemsListDetail, Field("items"))
	}
	if scope.resourceMeta && s.has(embeddedResource) {
		c.report(codes.EmbeddedResourceInMetadata, field.Forbidden, field.Omitted, codes.EmbeddedResourceInMetadataDetail, Field("x-kubernetes-embedded-resource"))
	}
}

func (c *keywordChecker) unsupportedKeywords(l *legacy) {
	c.unsupportedIf(l.id != "", "id")
	c.unsupportedIf(l.additionalItems != nil, "additionalItems")
	c.unsupportedIf(len(l.patternProperties) > 0, "patternProperties")
	c.unsupportedIf(len(l.definitions) > 0, "definitions")
	c.unsupportedIf(l.dependencies != nil, "dependencies")
	c.unsupportedIf(l.ref != nil, "$ref")
}

func (c *keywordChecker) unsupportedIf(used bool, keyword string) {
	if used {
		c.report(codes.UnsupportedKeyword, field.Forbidden, field.Omitted, codes.UnsupportedKeywordDetail(keyword), Field(keyword))
	}
}

func (c *keywordChecker) standard(s *Schema) {
	if s.has(uniqueItems) {
		c.report(codes.UniqueItemsForbidden, field.Forbidden, field.Omitted, codes.UniqueItemsForbiddenDetail, Field("uniqueItems"))
	}
	if len(s.properties) > 0 && (s.additional != nil || s.has(additionalDenied)) {
		c.report(codes.AdditionalAndProperties, field.Forbidden, field.Omitted, codes.AdditionalAndPropertiesDetail, Field("additionalProperties"))
	}
}

func (c *keywordChecker) mapType(s *Schema) {
	mapType, given := s.MapType()
	if !given {
		return
	}
	if s.typ != Object {
		c.wrongType(s, codes.MapTypeNotObject, codes.MapTypeNotObjectDetail)
	}
	if mapType != "atomic" && mapType != "granular" {
		c.report(codes.MapTypeUnsupported, field.NotSupported, mapType, codes.SupportedValues("atomic", "granular"), Field("x-kubernetes-map-type"))
	}
}

func (c *keywordChecker) wrongType(s *Schema, code field.Code, must string) {
	if s.typ == NoType {
		c.report(code, field.Required, field.Omitted, must, Field("type"))
	} else {
		c.report(code, field.Invalid, s.TypeName(), must, Field("type"))
	}
}

func (c *keywordChecker) listType(s *Schema) {
	listType, given := s.ListType()
	if given && s.typ != Array {
		c.wrongType(s, codes.ListTypeNotArray, codes.ListTypeNotArrayDetail)
	} else if listType == "set" && s.items != nil && !c.allowNonAtomicSets {
		c.setItems(s.items)
	}
	if given && listType != "atomic" && listType != "set" && listType != "map" {
		c.report(codes.ListTypeUnsupported, field.NotSupported, listType, codes.SupportedValues("atomic", "set", "map"), Field("x-kubernetes-list-type"))
	}
	if s.rare != nil && len(s.rare.listMapKeys) > 0 && listType != "map" {
		c.keysWithoutMap(listType, given)
	}
	if listType == "map" {
		c.mapList(s)
	}
	if s.items != nil && (listType == "set" || listType == "map") && !c.allowUncertainKeys {
		c.neverNull(s, listType)
	}
}

func (c *keywordChecker) keysWithoutMap(listType string, given bool) {
	const must = codes.ListMapKeysNotMapDetail
	if given {
		c.report(codes.ListMapKeysNotMap, field.Invalid, listType, must, Field("x-kubernetes-list-type"))
	} else {
		c.report(codes.ListMapKeysNotMap, field.Required, field.Omitted, must, Field("x-kubernetes-list-type"))
	}
}

// setItems checks that the elements of a set are compared as a whole. The value of the errors is
// the list type of the items: a pointer, because it prints as JSON.
func (c *keywordChecker) setItems(items *Schema) {
	const must = codes.SetItemsNotAtomicDetail
	listType, nested := items.ListType()
	mapType, _ := items.MapType()
	switch {
	case items.typ == Array && nested && listType != "atomic":
		c.report(codes.SetItemsNotAtomic, field.Invalid, &listType, must, Field("items"), Field("x-kubernetes-list-type"))
	case items.typ == Object && mapType != "atomic" && nested:
		c.report(codes.SetItemsNotAtomic, field.Invalid, &listType, must, Field("items"), Field("x-kubernetes-map-type"))
	case items.typ == Object && mapType != "atomic":
		c.report(codes.SetItemsNotAtomic, field.Invalid, nil, must, Field("items"), Field("x-kubernetes-map-type"))
	}
}

func (c *keywordChecker) mapList(s *Schema) {
	if len(s.ListMapKeys()) == 0 {
		c.report(codes.ListMapKeysRequired, field.Required, field.Omitted, codes.ListMapKeysRequiredDetail, Field("x-kubernetes-list-map-keys"))
	}
	switch {
	case !s.has(itemsGiven):
		c.report(codes.MapListItemsRequired, field.Required, field.Omitted, codes.MapListItemsRequiredDetail, Field("items"))
	case s.items == nil:
		c.errs.Charge(itemsText)
		c.report(codes.MapListItemsSingle, field.Invalid, internalItems{s}, codes.MapListItemsSingleDetail, Field("items"))
	case s.items.typ != Object:
		c.report(codes.MapListItemsType, field.Invalid, s.items.TypeName(), codes.MapListItemsTypeDetail, Field("items"), Field("type"))
	default:
		c.mapKeys(s)
	}
}

// itemsText is the size, in bytes, that an error counts as if it prints a list of
// schemas: such lists may be nested and printed once for each level.
const itemsText = 128 << 10

// mapKeys checks that the keys are distinct scalar properties of the items.
func (c *keywordChecker) mapKeys(s *Schema) {
	names := s.ListMapKeys()
	var keys []any
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		keys = append(keys, name)
	}
	wrong := func(code field.Code, must string) {
		c.report(code, field.Invalid, keys, must, Field("x-kubernetes-list-map-keys"))
	}
	for _, name := range names {
		if p := s.items.Property(name); p == nil {
			wrong(codes.ListMapKeyUndeclared, codes.ListMapKeyUndeclaredDetail)
		} else if p.typ == Array || p.typ == Object {
			// The value is the type of the items, not of the property.
			c.report(codes.ListMapKeyType, field.Invalid, s.items.TypeName(), codes.ListMapKeyTypeDetail,
				Field("items"), Field("properties"), Key(name), Field("type"))
		}
		if seen[name] {
			wrong(codes.ListMapKeyDuplicate, codes.ListMapKeyDuplicateDetail)
		}
		seen[name] = true
	}
}

// neverNull checks that the elements of a set or map cannot be null, and that the
// keys of a map always have a value other than null.
func (c *keywordChecker) neverNull(s *Schema, listType string) {
	if s.items.has(nullable) {
		c.report(codes.ListItemsNullable, field.Forbidden, field.Omitted, codes.ListItemsNullableDetail(listType), Field("items"), Field("nullable"))
	}
	if listType == "map" {
		c.keysAlwaysSet(s)
	}
}

func (c *keywordChecker) keysAlwaysSet(s *Schema) {
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
			c.report(codes.ListMapKeyOptional, field.Required, field.Omitted, codes.ListMapKeyOptionalDetail,
				Field("items"), Field("properties"), Key(name), Field("default"))
		}
		if p.has(nullable) {
			c.report(codes.ListMapKeyNullable, field.Forbidden, field.Omitted, codes.ListMapKeyNullableDetail,
				Field("items"), Field("properties"), Key(name), Field("nullable"))
		}
	}
}
