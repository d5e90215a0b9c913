package decode

import "fmt"

// maxExcerpt is how much of a value an error text shows.
const maxExcerpt = 1 << 10

// excerpt prints v as a server does if it is short. Aliases can make a value far
// longer than the document that it stands in: of a long text the beginning is
// shown, of anything else the type.
func excerpt(v any) string {
	room := maxExcerpt
	if fits(v, &room) {
		return fmt.Sprintf("%+#v", v)
	}
	if text, ok := v.(string); ok {
		return fmt.Sprintf("%+#v…", text[:maxExcerpt])
	}
	return fmt.Sprintf("%T{…}", v)
}

// fits takes the size of v, a value as the YAML parser makes it, from room, and
// stops where there is none left.
func fits(v any, room *int) bool {
	*room--
	switch v := v.(type) {
	case string:
		*room -= len(v)
	case []any:
		for _, e := range v {
			if !fits(e, room) {
				return false
			}
		}
	case map[any]any:
		for key, e := range v {
			if !fits(key, room) || !fits(e, room) {
				return false
			}
		}
	}
	return *room >= 0
}
