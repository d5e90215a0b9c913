package decode

import (
	"encoding/base64"
	"math"
	"time"

	"github.com/seed95800270/crdschema/internal/crd"
)

// fits reports whether v decodes as a t without any error: no field is unknown and
// all values fit their fields. It neither sorts nor tracks the path, so it is much
// faster than the decoder, which makes the errors.
func fits(v any, t *crd.Type) bool {
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
		return t.Class == crd.Flag || t.Class >= crd.SchemaOrBool || t.Class == crd.Freeform
	default:
		return t.Class == crd.Number || t.Class == crd.Freeform || t.Class == crd.Integer && inRange(v, t) || t.Class > crd.SchemaOrBool
	}
}

func fitsObject(m map[string]any, t *crd.Type) bool {
	switch t.Class {
	case crd.Freeform:
		return true
	case crd.SchemaOrBool, crd.SchemaOrList, crd.SchemaOrNames:
		return fitsObject(m, t.Elem)
	case crd.Map:
		for _, v := range m {
			if !fits(v, t.Elem) {
				return false
			}
		}
		return true
	case crd.Struct:
		for name, v := range m {
			if field := t.Fields[name]; field == nil || !fits(v, field.Type) {
				return false
			}
		}
		return true
	default:
		return false
	}
}

func fitsList(l []any, t *crd.Type) bool {
	elem := t.Elem
	switch t.Class {
	case crd.Freeform:
		return true
	case crd.List, crd.Base64, crd.SchemaOrList:
	case crd.SchemaOrNames:
		elem = names.Elem
	default:
		return false
	}
	for _, v := range l {
		if !fits(v, elem) {
			return false
		}
	}
	return true
}

func fitsText(s string, t *crd.Type) bool {
	switch t.Class {
	case crd.Text, crd.Freeform, crd.SchemaOrList, crd.SchemaOrNames:
		return true
	case crd.Base64:
		_, err := base64.StdEncoding.DecodeString(s)
		return err == nil
	case crd.Time:
		_, err := time.Parse(time.RFC3339, s)
		return err == nil
	default:
		return false
	}
}

// inRange reports whether v is an integer that fits into the bits of t.
func inRange(v any, t *crd.Type) bool {
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
