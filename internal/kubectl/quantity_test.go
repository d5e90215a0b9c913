package kubectl

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseQuantity(t *testing.T) {
	for text, want := range map[string]string{
		"1": "1", "-1.5": "-3/2", "+.5": "1/2", "500m": "1/2", "1Ki": "1024", "1.5Gi": "1610612736", "1e3": "1000", "1E": "1000000000000000000",
		"2E-3": "1/500", "0.1n": "1/1000000000", "-0.1n": "-1/1000000000", "9Ei": "9223372036854775807", "m": "0",
	} {
		n, ok := parseQuantity(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, n.RatString(), text)
	}
	for _, text := range []string{"", "a", "1 ", "1.2.3", "1kk", "1e", "1e2000000000", "0x1", "--1"} {
		_, ok := parseQuantity(text)
		assert.False(t, ok, text)
	}
}
