package structural

// Branches of allOf, anyOf, oneOf and not restrict values that are shaped
// elsewhere: most keywords have no place in them.

func (c *checker) branches(keyword string, branches []*Schema, skipAnyOfOfFirst bool) {
	c.enter(Field(keyword))
	for i, b := range branches {
		c.enter(Index(i))
		c.branch(b, skipAnyOfOfFirst && i == 0)
		c.leave()
	}
	c.leave()
}

// branch checks a branch and what is below it. skipAnyOf is set for a branch
// whose anyOf spells an int-or-string.
func (c *checker) branch(s *Schema, skipAnyOf bool) {
	c.values(s, skipAnyOf, false)
	if s.items != nil {
		c.enter(Field("items"))
		c.branch(s.items, false)
		c.leave()
	}
	if len(s.properties) > 0 {
		c.enter(Field("properties"))
		c.branchProperties(s)
		c.leave()
	}
	c.misplaced(s)
	c.misplacedExtensions(s)
}

func (c *checker) branchProperties(s *Schema) {
	for _, p := range s.properties {
		c.enter(Key(p.name))
		c.branch(p.schema, false)
		if p.name == "metadata" {
			c.report(Forbidden, Omitted, "must not be specified in a nested context")
		}
		c.leave()
	}
}

const (
	mustBeEmpty     = "must be empty to be structural"
	mustBeUndefined = "must be undefined to be structural"
	mustBeFalse     = "must be false to be structural"
)

func (c *checker) forbid(used bool, keyword, must string) {
	if used {
		c.report(Forbidden, Omitted, must, Field(keyword))
	}
}

// misplaced checks the keywords of JSON schema. additionalProperties: false is
// tolerated, for the server drops it.
func (c *checker) misplaced(s *Schema) {
	c.forbid(s.typ != NoType, "type", mustBeEmpty)
	c.forbid(s.has(additionalAllowed), "additionalProperties", mustBeUndefined)
	c.forbid(s.def != nil, "default", mustBeUndefined)
	c.forbid(s.has(titled), "title", mustBeEmpty)
	c.forbid(s.has(described), "description", mustBeEmpty)
	c.forbid(s.has(nullable), "nullable", mustBeFalse)
}

func (c *checker) misplacedExtensions(s *Schema) {
	c.forbid(s.has(preserveUnknown), "x-kubernetes-preserve-unknown-fields", mustBeFalse)
	c.forbid(s.has(embeddedResource), "x-kubernetes-embedded-resource", mustBeFalse)
	c.forbid(s.has(intOrString), "x-kubernetes-int-or-string", mustBeFalse)
	if s.more == nil {
		return
	}
	c.forbid(len(s.more.listMapKeys) > 0, "x-kubernetes-list-map-keys", mustBeEmpty)
	c.forbid(s.more.listType != nil, "x-kubernetes-list-type", mustBeUndefined)
	c.forbid(s.more.mapType != nil, "x-kubernetes-map-type", mustBeUndefined)
	c.forbid(len(s.more.rules) > 0, "x-kubernetes-validations", mustBeEmpty)
}
