package decode

import (
	"encoding/base64"
	"time"
)

// fits tells whether there is nothing to say about v as a k: no field is unknown,
// and every value is one that its field holds. It neither sorts nor remembers
// where it is; the decoder is asked for words only if it says no.
func (k *kind) fits(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		return k.fitsObject(v)
	case []any:
		return k.fitsList(v)
	case string:
		return k.fitsText(v)
	case bool:
		return k.shape == flag || k.shape >= schemaOrBool || k.shape == anything
	default:
		return k.shape == fraction || k.shape == anything || k.shape == integer && k.holds(v) || k.shape > schemaOrBool
	}
}

func (k *kind) fitsObject(m map[string]any) bool {
	switch k.shape {
	case anything:
		return true
	case schemaOrBool, schemaOrList, schemaOrNames:
		return k.element.fitsObject(m)
	case dict:
		for _, v := range m {
			if !k.element.fits(v) {
				return false
			}
		}
		return true
	case record:
		for name, v := range m {
			if field := k.fields[name]; field == nil || !field.fits(v) {
				return false
			}
		}
		return true
	default:
		return false
	}
}

func (k *kind) fitsList(l []any) bool {
	element := k.element
	switch k.shape {
	case anything:
		return true
	case list, base64Text, schemaOrList:
	case schemaOrNames:
		element = plainText
	default:
		return false
	}
	for _, v := range l {
		if !element.fits(v) {
			return false
		}
	}
	return true
}

func (k *kind) fitsText(s string) bool {
	switch k.shape {
	case text, anything, schemaOrList, schemaOrNames:
		return true
	case base64Text:
		_, err := base64.StdEncoding.DecodeString(s)
		return err == nil
	case instant:
		_, err := time.Parse(time.RFC3339, s)
		return err == nil
	default:
		return false
	}
}
