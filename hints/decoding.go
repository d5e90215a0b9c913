package hints

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/structural"
)

// decoding holds the advice about errors of the server's decoder.
var decoding = map[codes.Code]advice{
	codes.DuplicateField: duplicateField,
	codes.UnknownField:   unknownField,
	codes.FieldType:      wrongType,
	codes.UnknownKeyword: unknownField,
	codes.KeywordType:    wrongType,
}

// unknownField renames a field to a known one with a similar name, if there is
// one.
func unknownField(p *problem) Hint {
	if len(p.path) == 0 {
		return Hint{Text: "Remove the field."}
	}
	name, parent := p.path[len(p.path)-1].Name(), p.parent()
	known := decode.Known(p.crd, p.above(1))
	meant := nearest(name, known)
	switch {
	case meant != "" && !has(parent, meant):
		return Hint{fmt.Sprintf("Write %s in place of %s.", meant, name), []Edit{remove(p.path), set(p.sibling(meant), p.value())}}
	case meant != "":
		return Hint{fmt.Sprintf("Remove %s: there is %s beside it.", name, meant), []Edit{remove(p.path)}}
	case has(objectIn(parent, "properties"), name):
		return Hint{fmt.Sprintf("Remove %s: there is a property of that name.", name), []Edit{remove(p.path)}}
	case has(parent, "type") && has(objectIn(parent, name), "type"):
		return Hint{fmt.Sprintf("Put %s below properties, if it is a property.", name),
			[]Edit{remove(p.path), set(p.sibling("properties").Append(structural.Key(name)), p.value())}}
	default:
		return Hint{fmt.Sprintf("Remove %s: no field is called like that here. Perhaps it belongs elsewhere.", name), []Edit{remove(p.path)}}
	}
}

// duplicateField returns no edits, because the crd has only the last of the fields.
// The error of a field in YAML has no path.
func duplicateField(p *problem) Hint {
	if len(p.path) == 0 {
		return Hint{Text: "Remove all but one of the repeated fields: the server uses the last one."}
	}
	return Hint{Text: "Remove all but one of them: the last one counts."}
}

// wrongType converts a value to the type of its field, if no information is lost. A
// string with an error is not a valid time if the type is string, and not valid
// base64 if the type is []uint8.
func wrongType(p *problem) Hint {
	want := decode.GoType(p.crd, p.path)
	_, isText := p.value().(string)
	switch last := p.step(1); {
	case last == structural.Field("additionalProperties") || last == structural.Field("additionalItems"):
		return Hint{"Write a schema, true or false.", []Edit{remove(p.path)}}
	case want == "[]uint8" && isText:
		return Hint{"Write the certificates in PEM, encoded as base64.", []Edit{remove(p.path)}}
	case want == "string" && isText:
		return Hint{"Write the time as in 2026-01-31T12:00:00Z, or leave it to the server.", []Edit{remove(p.path)}}
	}
	text := "Write " + wordFor(want) + " there."
	if v, ok := convert(p.value(), want); ok {
		return Hint{text, []Edit{set(p.path, v)}}
	}
	return Hint{Text: text}
}

// wordFor returns the JSON name of a Go type.
func wordFor(goType string) string {
	switch {
	case goType == "bool":
		return "true or false"
	case goType == "float64":
		return "a number"
	case strings.HasPrefix(goType, "int"), goType == "uint8":
		return "an integer"
	case goType == "[]uint8":
		return "text in base64"
	case strings.HasPrefix(goType, "[]"), strings.HasSuffix(goType, "ValidationRules"):
		return "a list"
	case goType == "string", strings.HasSuffix(goType, "UID"), strings.HasSuffix(goType, "Type"), strings.HasSuffix(goType, "Scope"),
		strings.HasSuffix(goType, "Status") && strings.Contains(goType, "Condition"), strings.HasSuffix(goType, "URL"), strings.HasSuffix(goType, "Reason"):
		return "text"
	default:
		return "an object"
	}
}

// convert returns v as a value of a Go type. It reports false if there is no
// obvious one.
func convert(v any, goType string) (any, bool) {
	switch text, isText := v.(string); {
	case goType == "string" && !isText:
		return convertToText(v)
	case goType == "[]string" && isText:
		return []any{text}, true
	case goType == "bool" && isText:
		b, err := strconv.ParseBool(strings.ToLower(text))
		return b, err == nil
	case goType == "float64" && isText:
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil && f-f == 0
	case goType == "int64" || goType == "int32":
		return convertToInteger(v)
	}
	return nil, false
}

func convertToText(v any) (any, bool) {
	switch v.(type) {
	case bool, int64, float64:
		return fmt.Sprint(v), true
	default:
		return nil, false
	}
}

func convertToInteger(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		n, err := strconv.ParseInt(v, 10, 32)
		return n, err == nil
	case float64:
		return int64(v), v == float64(int32(v))
	default:
		return nil, false
	}
}
