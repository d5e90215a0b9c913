package validation

import "math"

// capacity is what the type and the format of a node let numbers hold.
type capacity uint8

const (
	anyNumber capacity = iota
	int64s
	int32s
	float32s
)

// capacityOf looks at the format only where there is one type and the format
// belongs to it.
func (t typing) capacity() capacity {
	switch single := t.single(); {
	case single == "integer" && t.format == "int32":
		return int32s
	case single == "integer":
		return int64s
	case single == "number" && t.format == "float":
		return float32s
	default:
		return anyNumber
	}
}

// roundsToFloat32 is the greatest float64 that the server's check rounds down to
// a float32: half the way to what would come after the greatest one. The
// decimals that it prints of it are a little less than that.
const roundsToFloat32 = math.MaxFloat32 + 0x1p103

func (c capacity) holdsInteger(i int64) bool {
	return c != int32s || math.MinInt32 <= i && i <= math.MaxInt32
}

// holdsFloat tells whether a float is within the capacity. For the server,
// which prints the number and reads it again, -2^63 is too small for an int64.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, IsValueValidAgainstRange.
func (c capacity) holdsFloat(f float64) bool {
	switch c {
	case int64s:
		return f == math.Trunc(f) && -0x1p63 < f && f < 0x1p63
	case int32s:
		return f == math.Trunc(f) && math.MinInt32 <= f && f <= math.MaxInt32
	case float32s:
		return math.IsInf(f, 0) || !(math.Abs(f) > roundsToFloat32) // nor NaN
	default:
		return true
	}
}

// cut drops the fraction of f as a server on amd64 does, which makes the least
// integer of everything that is beyond integers. Go leaves that to the platform.
func cut(f float64) int64 {
	if -0x1p63 <= f && f < 0x1p63 {
		return int64(f)
	}
	return math.MinInt64
}
