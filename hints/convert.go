package hints

import (
	"fmt"
	"strconv"
	"strings"
)

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

func convert(v any, goType string) (any, bool) {
	text, isText := v.(string)
	list, isList := v.([]any)
	switch {
	case goType == "string" && !isText:
		return convertToText(v)
	case strings.HasPrefix(goType, "[]") && goType != "[]uint8" && !isList:
		_, isObject := v.(map[string]any)
		switch of := wordFor(goType[2:]); {
		case strings.HasSuffix(goType, "JSON"):
			return []any{v}, !isObject
		case of == "text":
			return []any{v}, isText
		default:
			return []any{v}, isObject && of == "an object"
		}
	case strings.HasSuffix(goType, "ValidationRules") && !isList:
		_, isObject := v.(map[string]any)
		return []any{v}, isObject
	case goType == "bool" && isText:
		return toBoolean(text)
	case goType == "float64" && isText:
		if n, ok := toInteger(v); ok {
			return n, true
		}
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil && f-f == 0
	case goType == "int64":
		return toInteger(v)
	case goType == "int32":
		n, ok := toInteger(v)
		return n, ok && n == int64(int32(n.(int64)))
	case wordFor(goType) == "an object" && len(list) == 1:
		_, isObject := list[0].(map[string]any)
		return list[0], isObject
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
