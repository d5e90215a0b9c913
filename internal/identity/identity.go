// Package identity tells maps and lists apart by where they are in memory: a walk that
// remembers them looks only once at a Go value that holds the same map many times.
// Values that were read from a text share nothing.
package identity

import "reflect"

// ID identifies a map or a list as long as it is in use.
type ID struct {
	at     uintptr
	length int // of a list, -1 for a map
}

// Of returns the ID of v, which is a map or a slice. It does not allocate.
func Of(v any) ID {
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Map {
		return ID{r.Pointer(), -1}
	}
	return ID{r.Pointer(), r.Len()}
}
