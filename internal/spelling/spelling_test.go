package spelling

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestNearest checks which known name a word means.
func TestNearest(t *testing.T) {
	for _, c := range []struct{ word, known, want string }{
		{"nmae", "name", "name"}, {"colour", "color", "color"}, {"MaxLength", "maxLength minLength", "maxLength"}, {"max_length", "maxLength", "maxLength"},
		{"colon", "color colony", ""}, {"portt", "port ports", ""}, {"colon", "color", "color"}, // near to one name only
		{"port1", "port2", ""}, {"port1", "port1s", "port1s"}, {"gpu", "cpu", ""}, {"cup", "cpu", "cpu"}, {"minReplicas", "maxReplicas", ""},
	} {
		assert.Equal(t, c.want, Nearest(c.word, strings.Fields(c.known)), c)
	}
	many := make([]string, maxComparedNames)
	for i := range many {
		many[i] = fmt.Sprintf("field%d", i)
	}
	many[7] = "color"
	assert.Equal(t, "color", Nearest("colr", many))
	assert.Empty(t, Nearest("colr", append(many, "x")), "201 names")
}
