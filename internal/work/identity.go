package work

import "reflect"

// Identity is the address of a map or list in use. A walk that remembers identities looks
// only once at a value that contains the same map many times.
type Identity struct {
	at     uintptr
	length int // of a list, -1 for a map
}

// IdentityOf returns the identity of a map or a slice. It does not allocate.
func IdentityOf(v any) Identity {
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Map {
		return Identity{r.Pointer(), -1}
	}
	return Identity{r.Pointer(), r.Len()}
}
