package structural

// Tolerate is what [CheckKeywords] accepts in an update of a definition because
// an old schema of it, of any version and at any place, did the same already:
// unknown types, sets of items that are not atomic, uncertain keys. The old
// schemas are looked at once, however often the option is used.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// requireValidPropertyType, requireAtomicSetType,
// requireMapListKeysMapSetValidation.
func Tolerate(old ...*Schema) CheckOption {
	var was keywordChecker
	for _, schema := range old {
		for s := range schema.Schemas() {
			was.tolerate(s)
		}
	}
	return checkOptionFunc(func(c *keywordChecker) {
		c.allowUnknownTypes = c.allowUnknownTypes || was.allowUnknownTypes
		c.allowNonAtomicSets = c.allowNonAtomicSets || was.allowNonAtomicSets
		c.allowUncertainKeys = c.allowUncertainKeys || was.allowUncertainKeys
	})
}

func (c *keywordChecker) tolerate(s *Schema) {
	c.allowUnknownTypes = c.allowUnknownTypes || s.typ == OtherType
	listType, _ := s.ListType()
	if s.items == nil || listType != "set" && listType != "map" {
		return
	}
	var old keywordChecker
	if listType == "set" && !c.allowNonAtomicSets {
		old.setItems(s.items)
		c.allowNonAtomicSets = old.errs.Len() > 0
	}
	if !c.allowUncertainKeys {
		old = keywordChecker{}
		old.certain(s, listType)
		c.allowUncertainKeys = old.errs.Len() > 0
	}
}
