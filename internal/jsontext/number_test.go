package jsontext

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHasLargeExponent(t *testing.T) {
	for number, want := range map[string]bool{
		"1e309": true, "5e-324": true, "1.5E+100": true, "1e0099": true,
		"1e99": false, "1e-07": false, "123": false, "1.555": false, "": false, "-1": false,
	} {
		assert.Equal(t, want, HasLargeExponent(number), number)
	}
}
