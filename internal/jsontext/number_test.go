package jsontext

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Only what makes ParseFloat slow counts: 20 digits or more, or the limits of a float64.
func TestNumberSteps(t *testing.T) {
	for number, want := range map[string]int{
		"1e309": 318, "1.8E+308": 316, "1e0309": 318, "5e-324": 349, "100000e304": 318, "0.0001e313": 318,
		"17976931348623157081e289":            316,
		"1" + strings.Repeat("0", 300):        300,
		"0." + strings.Repeat("0", 307) + "1": 316,
		"-1.23456789012345678901e99":          32,
		"0.123456789012345678901":             0,
		"1e307":                               0, "1.7976931348623157e306": 0, "2e-307": 0, "1e-99": 0, "123": 0, "1.555": 0, "-1": 0,
		"1e311": 0, "1e400": 0, "5e-400": 0, "1e99999999999": 0, "1e-99999999999": 0,
		"0e309": 0, "0.00e309": 0, "-0": 0, "": 0,
	} {
		assert.Equal(t, want, numberSteps(number), number)
	}
}
