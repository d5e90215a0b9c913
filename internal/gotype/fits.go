package gotype

import (
	"encoding/base64"
	"math"
	"time"
)

// Fits reports whether v decodes as a t without an error and without unknown fields, much
// faster than the decoder.
func Fits(v any, t *Type) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		return fitsObject(v, t)
	case []any:
		return fitsList(v, t)
	case string:
		return fitsText(v, t)
	case bool:
		return t.Class == Flag || t.Class >= SchemaOrBool || t.Class == Freeform
	default:
		return t.Class == Number || t.Class == Freeform || t.Class == Integer && inRange(v, t) || t.Class > SchemaOrBool
	}
}

func fitsObject(m map[string]any, t *Type) bool {
	switch t.Class {
	case Freeform:
		return true
	case SchemaOrBool, SchemaOrList, SchemaOrNames:
		return fitsObject(m, t.Elem)
	case Map:
		for _, v := range m {
			if !Fits(v, t.Elem) {
				return false
			}
		}
		return true
	case Struct:
		for name, v := range m {
			if f := t.Field(name); f == nil || !Fits(v, f.Type) {
				return false
			}
		}
		return true
	default:
		return false
	}
}

func fitsList(l []any, t *Type) bool {
	elem := t.Elem
	switch t.Class {
	case Freeform:
		return true
	case List, Base64, SchemaOrList:
	case SchemaOrNames:
		elem = String
	default:
		return false
	}
	for _, v := range l {
		if !Fits(v, elem) {
			return false
		}
	}
	return true
}

func fitsText(s string, t *Type) bool {
	switch t.Class {
	case Text, Freeform, SchemaOrList, SchemaOrNames:
		return true
	case Base64:
		_, err := base64.StdEncoding.DecodeString(s)
		return err == nil
	case Time:
		_, err := time.Parse(time.RFC3339, s)
		return err == nil
	default:
		return false
	}
}

func inRange(v any, t *Type) bool {
	n, ok := v.(int64)
	switch {
	case !ok:
		return false
	case t.Bits == 8:
		return 0 <= n && n <= math.MaxUint8
	case t.Bits == 32:
		return math.MinInt32 <= n && n <= math.MaxInt32
	default:
		return true
	}
}
