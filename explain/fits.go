package explain

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/textlines"
	"github.com/seed95800270/crdschema/structural"
)

// forms are the descriptions of the values that satisfy a keyword.
var forms = map[string]string{
	"maxLength": "a length of at most %s", "minLength": "a length of at least %s", "pattern": "a text that matches %s",
	"maximum": "at most %s", "minimum": "at least %s", "multipleOf": "a multiple of %s",
	"maxItems": "at most %s in the list", "minItems": "at least %s in the list", "maxProperties": "at most %s in the object", "minProperties": "at least %s in the object",
	"uniqueItems": "different elements", "type": "a value of type %s", "enum": "one of %s", "format": "a text of format %s",
	"anyOf": "a value that satisfies one of %s schemas", "oneOf": "a value that satisfies exactly one of %s schemas", "allOf": "a value that satisfies all of %s schemas",
	"not": "a value that does not satisfy the schema", "x-kubernetes-int-or-string": "an integer or a string",
}

// shown is the number of values of an enum, and of fields, that a description has.
const shown = 8

// fits describes the values that an error asks for, or returns "".
func (c cause) fits(e *structural.Error) string {
	switch e.Code {
	case codes.Required:
		return "a value is required"
	case codes.SetDuplicate:
		return "an element that no other one equals"
	case codes.MapDuplicate:
		return "an element with other values of " + listed(c.demand)
	case codes.UnknownField, codes.AdditionalProperties:
		return fitsField(c)
	case codes.RulesNotChecked:
		return "the object without its other errors"
	case codes.RuleFailed:
		return ""
	}
	form := forms[c.keyword]
	exclusive := map[string]string{"maximum": "less than %s", "minimum": "more than %s"}
	if name := "exclusiveM" + strings.TrimPrefix(c.keyword, "m"); c.schema[name] == true && exclusive[c.keyword] != "" {
		form = exclusive[c.keyword]
	}
	if !strings.Contains(form, "%s") {
		return form
	}
	out := fmt.Sprintf(form, listed(c.demand))
	if c.keyword == "format" {
		name, _ := c.demand.(string)
		if hits, _ := generate.Formatted(name); len(hits) > 0 {
			out += ", such as " + hits[0]
		}
	}
	return out
}

func fitsField(c cause) string {
	properties, _ := c.schema["properties"].(map[string]any)
	if len(properties) == 0 {
		return "no field"
	}
	list := make([]any, 0, len(properties))
	for _, name := range names(properties, nil) {
		list = append(list, name)
	}
	return "one of the fields " + listed(list)
}

// listed returns a value as text: the first elements of a list, or the number of schemas.
func listed(v any) string {
	list, ok := v.([]any)
	if !ok {
		return textlines.Short(v)
	}
	var out []string
	for i, e := range list {
		if _, isSchema := e.(map[string]any); isSchema {
			return fmt.Sprint(len(list))
		}
		if i == shown {
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(list)-shown)
		}
		out = append(out, textlines.Short(e))
	}
	return strings.Join(out, ", ")
}
