package celcost

import (
	"unicode/utf8"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// Size returns the size of a value for the functions of the language, or 1 without a size.
// An optional value has the size of the value in it.
func Size(v ref.Val) uint64 {
	switch v := v.(type) {
	case types.String:
		return uint64(utf8.RuneCountInString(string(v)))
	case types.Bytes:
		return uint64(len(v))
	case types.Bool, types.Int, types.Double:
		return 1
	case *types.Optional:
		if v.HasValue() {
			return Size(v.GetValue())
		}
	}
	return librarySize(v)
}

// librarySize returns the size of a value for the functions of libraries. An optional value
// has the size 1.
func librarySize(v ref.Val) uint64 {
	if s, ok := v.(traits.Sizer); ok {
		if n, ok := s.Size().(types.Int); ok {
			return uint64(n)
		}
	}
	return 1
}

// View is a view of a value, for example one that counts how it is read. Errors name the
// type of the value, not of the view.
type View interface{ Viewed() ref.Val }

func viewed(v ref.Val) ref.Val {
	if view, ok := v.(View); ok {
		return view.Viewed()
	}
	return v
}
