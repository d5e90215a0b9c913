package hints

import (
	"cmp"
	"strings"

	"github.com/seed95800270/crdschema/internal/spelling"
)

func nullType(p *problem) draft {
	if p.inBranch() {
		return branchType(p)
	}
	if mentions, ok := p.mentions(p.above(1)); ok {
		if types, _ := typesOf(mentions); types.sole() != "" {
			return draft{"Write type: " + types.sole() + " and nullable: true in place of type: null.", append(typing(p.parent(), p.above(1), types.sole()), set(p.sibling("nullable"), true))}
		}
	}
	return draft{"Replace type: null by the type of the other values, and add nullable: true.", p.withoutType("nullable")}
}

func scalar(schema map[string]any) bool {
	t := textIn(schema, "type")
	return t != "" && t != "object" && t != "array"
}

var aliases = map[string]string{
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "uint": "integer",
	"float": "number", "float64": "number", "double": "number", "decimal": "number", "bool": "boolean",
	"str": "string", "text": "string", "map": "object", "dict": "object", "struct": "object",
	"list": "array", "slice": "array",
}

func otherType(p *problem) draft {
	name := p.text()
	if p.inBranch() {
		return branchType(p)
	}
	switch {
	case name == "null":
		return nullType(p)
	case strings.EqualFold(spelling.Plain(name), spelling.Plain("int-or-string")):
		return draft{"Replace the type by " + intOrString + ": true.", []change{drop(p.path), set(p.sibling(intOrString), true)}}
	}
	t := cmp.Or(p.demanded(), canonical(name), suggested(p.parent()))
	if t == "" {
		return draft{"Use one of the types array, boolean, integer, number, object and string. With " + preserve + ": true in place of a type, every value is fine.", p.withoutType()}
	}
	return p.typed(t, "Change the type to "+t+".")
}

// withoutType returns the changes that replace a type by the one that the other keywords are
// for, or else allow any value, and that set flags to true.
func (p *problem) withoutType(flags ...string) []change {
	var changes []change
	if t := p.suggested(); t != "" {
		changes = typing(p.parent(), p.above(1), t)
	} else {
		changes = []change{drop(p.path), set(p.sibling(preserve), true)}
	}
	for _, flag := range flags {
		changes = append(changes, set(p.sibling(flag), true))
	}
	return changes
}
