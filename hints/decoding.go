package hints

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/structural"
)

// decoding are the hints for what a server's decoder says.
var decoding = []advice{
	{structural.UnknownField, "", "", unknownField},
	{structural.Duplicate, "", "duplicate field", always("Remove all but one of them: the last one counts.")},
	{structural.Duplicate, "", "yaml: ", always("Remove all but one of the fields that stand twice: the last one counts.")},
	{structural.Undecodable, "", "boolean or JSON schema expected", func(s *site) Hint {
		return Hint{"Write a schema, true or false.", []Edit{remove(s.path)}}
	}},
	{structural.Undecodable, "", "illegal base64", dropping("Write the certificates in PEM, encoded as base64.")},
	{structural.Undecodable, "", "parsing time", dropping("Write the time as in 2026-01-31T12:00:00Z, or leave it to the server.")},
	{structural.Undecodable, "", "json: cannot unmarshal", wrongType},
}

// unknownField renames a field to the name that it resembles.
func unknownField(s *site) Hint {
	if len(s.path) == 0 {
		return Hint{Text: "Remove the field."}
	}
	name, around := s.path[len(s.path)-1].Name(), s.around()
	known := decode.Known(s.manifest, s.above(1))
	meant := nearest(name, known)
	switch {
	case meant != "" && !has(around, meant):
		return Hint{fmt.Sprintf("Write %s in place of %s.", meant, name), []Edit{remove(s.path), set(s.beside(meant), s.value())}}
	case meant != "":
		return Hint{fmt.Sprintf("Remove %s: there is %s beside it.", name, meant), []Edit{remove(s.path)}}
	case has(objectOf(around, "properties"), name):
		return Hint{fmt.Sprintf("Remove %s: there is a property of that name.", name), []Edit{remove(s.path)}}
	case has(around, "type") && has(objectAt(around, structural.Path{structural.Field(name)}), "type"):
		return Hint{fmt.Sprintf("Put %s below properties, if it is a property.", name),
			[]Edit{remove(s.path), set(s.beside("properties").Append(structural.Key(name)), s.value())}}
	default:
		return Hint{fmt.Sprintf("Remove %s: no field is called like that here. Perhaps it belongs elsewhere.", name), []Edit{remove(s.path)}}
	}
}

// wrongType writes a value in the type that its field has, where they say the
// same.
func wrongType(s *site) Hint {
	want := decode.Wanted(s.manifest, s.path)
	text := "Write " + wordFor(want) + " there."
	if v, ok := as(want, s.value()); ok {
		return Hint{text, []Edit{set(s.path, v)}}
	}
	return Hint{Text: text}
}

// wordFor is what a Go type is called in JSON.
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

// as is v as a value of a Go type, if that is plain.
func as(goType string, v any) (any, bool) {
	switch text, isText := v.(string); {
	case goType == "string" && !isText:
		return asText(v)
	case goType == "[]string" && isText:
		return []any{text}, true
	case goType == "bool" && isText:
		b, err := strconv.ParseBool(strings.ToLower(text))
		return b, err == nil
	case goType == "float64" && isText:
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil && f-f == 0
	case goType == "int64" || goType == "int32":
		return asInteger(v)
	}
	return nil, false
}

func asText(v any) (any, bool) {
	switch v.(type) {
	case bool, int64, float64:
		return fmt.Sprint(v), true
	default:
		return nil, false
	}
}

func asInteger(v any) (any, bool) {
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
