package codes

import (
	"fmt"
	"math"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

// Errors in the values of a scale subresource.
const (
	// ScaleType: a number of replicas is not an integer, a label selector is not a
	// string, or a value on the path to one of them is not an object. Found at the
	// path that the CRD names.
	ScaleType Code = "scale-type"
	// ReplicasRange: a number of replicas is less than 0 or more than 2147483647.
	// Found at the path that the CRD names.
	ReplicasRange Code = "replicas-range"
)

// ReplicasNegativeDetail is the detail of a [ReplicasRange] error for a number less
// than 0.
const ReplicasNegativeDetail = "should be a non-negative integer"

// ReplicasMaximumDetail words a [ReplicasRange] error for a number that is too large.
func ReplicasMaximumDetail() string {
	return fmt.Sprintf("should be less than or equal to %d", math.MaxInt32)
}

// ScaleTypeDetail words a [ScaleType] error for v, a value of another type than want.
func ScaleTypeDetail(path string, v any, want string) string {
	return fmt.Sprintf(".%s accessor error: %s is of the type %T, expected %s", path, valuetext.GoText(v), v, want)
}

// ScaleParentDetail words a [ScaleType] error for a value at path that cannot have fields.
func ScaleParentDetail(path string) string {
	return "value cannot be set because ." + path + " is not a map[string]interface{}"
}
