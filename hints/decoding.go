package hints

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var decoding = map[codes.Code]advice{
	codes.DuplicateField: duplicateField,
	codes.UnknownField:   unknownField,
	codes.FieldType:      wrongType,
	codes.UnknownKeyword: unknownField,
	codes.KeywordType:    wrongType,
}

func unknownField(p *problem) draft {
	if len(p.path) == 0 {
		return draft{text: "Remove the field."}
	}
	name, parent := p.path[len(p.path)-1].Name(), p.parent()
	known := slices.DeleteFunc(decode.Known(p.crd, p.above(1)), func(k string) bool { return unsupported[k] != nil || k == "$schema" })
	if d, ok := p.versionField(name); ok {
		return d
	}
	free := slices.DeleteFunc(slices.Clone(known), func(k string) bool { return has(parent, k) })
	if d, ok := p.otherForm(name, known); ok {
		return d
	}
	if meant := spelling.Nearest(name, free); meant != "" {
		return draft{fmt.Sprintf("Write %s in place of %s.", meant, name), []change{drop(p.path), set(p.sibling(meant), p.value())}}
	}
	meant := spelling.Nearest(name, known)
	schema := objectIn(parent, name)
	switch {
	case meant != "" && structural.Equal(parent[meant], p.value()):
		return draft{fmt.Sprintf("Remove %s: %s beside it says the same.", name, meant), []change{drop(p.path)}}
	case meant != "":
		return draft{fmt.Sprintf("Remove %s: there is %s beside it.", name, meant), []change{remove(p.path)}}
	case has(objectIn(parent, "properties"), name):
		return draft{fmt.Sprintf("Remove %s: there is a property of that name.", name), []change{remove(p.path)}}
	case slices.Contains(foreignKeywords, name):
		return draft{fmt.Sprintf("Remove %s: Kubernetes does not support it. Perhaps a validation rule can say it.", name), []change{remove(p.path)}}
	case slices.Contains(known, "properties") && isSchema(schema) && !has(parent, "additionalProperties"):
		return draft{
			fmt.Sprintf("Put %s below properties, if it is a property.", name),
			[]change{drop(p.path), set(p.sibling("properties").Append(structural.Key(name)), p.value())},
		}
	default:
		return draft{fmt.Sprintf("Remove %s: no field is called like that here. Perhaps it belongs elsewhere.", name), []change{remove(p.path)}}
	}
}

var foreignKeywords = []string{"const", "contains", "deprecated", "dependentRequired", "dependentSchemas", "discriminator", "else", "examples", "if",
	"propertyNames", "readOnly", "then", "unevaluatedItems", "unevaluatedProperties", "writeOnly", "xml", "$defs", "$id", "$comment", "$anchor"}

func isSchema(m map[string]any) bool {
	return has(m, "type", "properties", "items", "additionalProperties", intOrString, preserve, "enum", "allOf", "anyOf", "oneOf")
}

func (p *problem) versionField(name string) (draft, bool) {
	if p.step(2).Kind() == field.IndexStep && name == "openAPIV3Schema" && !has(p.parent(), "schema") {
		return draft{"Put openAPIV3Schema below schema.", []change{drop(p.path), set(p.sibling("schema").Append(structural.Field(name)), p.value())}}, true
	}
	return p.oldForm(name)
}

// duplicateField proposes no edits: the CRD has only the last of the fields. In YAML the error
// lacks a path.
func duplicateField(p *problem) draft {
	if len(p.path) == 0 {
		return draft{text: "Remove all but one of the repeated fields: the server uses the last one."}
	}
	return draft{text: "Remove all but one of them: the last one counts."}
}
