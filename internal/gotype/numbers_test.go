package gotype

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEncodedNumber(t *testing.T) {
	for text, v := range map[string]float64{
		"0": 0, "-0": math.Copysign(0, -1), "3": 3, "1.5": 1.5, "1e+21": 1e21, "-1e+21": -1e21, "1.5e+300": 1.5e300,
		"100000000000000000000": 1e20, "0.000001": 1e-6, "1e-7": 1e-7, "1.5e-10": 1.5e-10, "5e-324": 5e-324, "1e-100": 1e-100,
		"1152921504606847000": 1 << 60,
	} {
		assert.Equal(t, text, encodedNumber(v))
	}
}
