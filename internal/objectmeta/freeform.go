package objectmeta

import (
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/cow"
)

// free normalises a JSON value of any kind as writing it and reading it again
// does: integral numbers become integers, text becomes UTF-8.
func free(v any) (any, fate) {
	switch x := v.(type) {
	case string:
		if !utf8.ValidString(x) {
			return mend(x), replaced
		}
	case float64:
		if n, ok := integer(x); ok {
			return n, replaced
		}
	case map[string]any:
		return freeMap(x, v)
	case []any:
		return freeList(x, v)
	}
	return v, kept
}

func freeMap(m map[string]any, v any) (any, fate) {
	out, wellFormed := cow.OfMap(m), true
	for k, e := range m {
		wellFormed = wellFormed && utf8.ValidString(k)
		if e, fate := free(e); fate == replaced {
			out.Set(k, e)
		}
	}
	if !wellFormed {
		m, _ = out.Result()
		mended, _ := mendKeys(m)
		return mended, replaced
	}
	return mapFate(&out, v)
}

func freeList(l []any, v any) (any, fate) {
	out := cow.OfList(l)
	for i, e := range l {
		if e, fate := free(e); fate == replaced {
			out.Set(i, e)
		}
	}
	return listFate(&out, v)
}
