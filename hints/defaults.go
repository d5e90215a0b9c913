package hints

import (
	"fmt"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var defaultValues = map[codes.Code]advice{
	codes.DefaultUnknownFields: unknownInDefault,
	codes.DefaultMetadata: func(p *problem) draft {
		return draft{"Correct the metadata in the default, or remove the default.", []change{remove(p.path[:p.defaultDepth()])}}
	},
}

func (p *problem) defaultDepth() int { return slices.Index(p.path, structural.Field("default")) + 1 }

func badDefault(p *problem) draft {
	at := p.defaultDepth()
	schema := schemaOf(objectAt(p.crd, p.path[:at-1]), p.path[at:])
	v := p.value()
	if better, ok := p.corrected(v, schema); ok {
		text := fmt.Sprintf("Write the default as %s: the type is %s.", shown(better), typeName(schema))
		if typeOf(v) == typeOf(better) {
			text = fmt.Sprintf("Write the default as %s, one of the values in enum.", shown(better))
		}
		return draft{text, []change{set(p.path, better)}}
	}
	if v == nil && at < len(p.path) && p.step(1).Kind() != field.IndexStep && has(p.parent(), p.step(1).Name()) {
		return draft{"Remove the null from the default.", []change{drop(p.path)}}
	}
	if nearest, ok := p.nearest(v, schema); ok {
		return draft{fmt.Sprintf("Write the default as %s, the nearest value that its schema takes.", shown(nearest)), []change{replace(p.path, nearest)}}
	}
	if p.optionalInDefault(at) {
		return draft{"Change " + p.field() + " in the default so that its own schema takes it, or remove it there.", []change{remove(p.path)}}
	}
	return draft{"Change the default so that its own schema takes it, or remove it.", []change{remove(p.path[:at])}}
}

func shown(v any) string {
	switch v := v.(type) {
	case string:
		if len(v) <= 40 {
			return strconv.Quote(v)
		}
	case map[string]any:
		if len(v) == 0 {
			return "{}"
		}
	case []any:
		if len(v) == 0 {
			return "[]"
		}
		return "a list of it"
	default:
		return fmt.Sprint(v)
	}
	return "it is meant"
}

func schemaOf(schema map[string]any, path structural.Path) map[string]any {
	for _, step := range path {
		switch property := objectIn(objectIn(schema, "properties"), step.Name()); {
		case step.Kind() == field.IndexStep:
			schema = objectIn(schema, "items")
		case property != nil:
			schema = property
		default:
			schema = objectIn(schema, "additionalProperties")
		}
	}
	return schema
}

func typeName(schema map[string]any) string {
	if schema[intOrString] == true {
		return "integer or string"
	}
	return textIn(schema, "type")
}

// nearest returns the bound that a number exceeds.
func (p *problem) nearest(v any, schema map[string]any) (any, bool) {
	keyword := map[codes.Code]string{codes.Minimum: "minimum", codes.Maximum: "maximum"}[p.err.Code]
	bound := schema[keyword]
	n, isNumber := jsontext.Float(bound)
	_, integer := v.(int64)
	if keyword == "" || !isNumber || schema["exclusiveM"+keyword[1:]] == true || integer && n != float64(int64(n)) {
		return nil, false
	}
	return bound, true
}

// optionalInDefault reports whether the value of a default that has the error is a field that its
// object does not require.
func (p *problem) optionalInDefault(at int) bool {
	if at >= len(p.path) || p.step(1).Kind() == field.IndexStep || !has(p.parent(), p.step(1).Name()) {
		return false
	}
	schema := schemaOf(objectAt(p.crd, p.path[:at-1]), p.path[at:len(p.path)-1])
	return !slices.Contains(textsIn(schema, "required"), p.step(1).Name()) && len(p.parent()) > 1
}

// corrected returns the value meant by v, which schema rejects: v in another type, or a
// value of the enum in another letter case or spelling.
func (p *problem) corrected(v any, schema map[string]any) (any, bool) {
	enum, isEnum := schema["enum"].([]any)
	if !p.spend(len(enum)) {
		return nil, false
	}
	if text, ok := v.(string); ok && p.err.Code == codes.Enum && !slices.Contains(enum, v) {
		for _, e := range enum {
			name, ok := e.(string)
			if ok && strings.EqualFold(spelling.Plain(name), spelling.Plain(text)) {
				return name, true
			}
		}
		if meant := spelling.Nearest(text, textsIn(schema, "enum")); meant != "" {
			return meant, true
		}
	}
	better, ok := retyped(v, schema)
	if !ok || p.err.Code != codes.Type || isEnum && !slices.ContainsFunc(enum, func(e any) bool { return structural.Equal(e, better) }) {
		return nil, false
	}
	return better, true
}

func retyped(v any, schema map[string]any) (any, bool) {
	want := textIn(schema, "type")
	if has := typeOf(v); has == want || has == "" {
		return nil, false
	}
	switch text, isText := v.(string); want {
	case "integer":
		return toInteger(v)
	case "number":
		f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if n, ok := toInteger(v); ok {
			return n, true
		}
		return f, isText && err == nil && f-f == 0
	case "boolean":
		return toBoolean(text)
	case "string":
		return convertToText(v)
	case "object":
		return map[string]any{}, vacuous(v) || text == "{}"
	case "array":
		if vacuous(v) || text == "[]" {
			return []any{}, true
		}
		return []any{v}, typeOf(v) == textIn(objectIn(schema, "items"), "type")
	default:
		return nil, false
	}
}

func toInteger(v any) (any, bool) {
	f, isNumber := v.(float64)
	if text, isText := v.(string); isText {
		text = strings.TrimSpace(text)
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, true
		}
		parsed, err := strconv.ParseFloat(text, 64)
		f, isNumber = parsed, err == nil
	}
	const exact = 1 << 53
	return int64(f), isNumber && f == math.Trunc(f) && -exact <= f && f <= exact
}

// toBoolean returns the boolean that a word means in YAML 1.1.
func toBoolean(text string) (any, bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes", "on":
		return true, true
	case "false", "no", "off":
		return false, true
	default:
		return nil, false
	}
}
