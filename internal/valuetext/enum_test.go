package valuetext_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

type color uint8

var colors = valuetext.Enum[color]{Name: "color", Words: []string{"red", "green"}}

func TestEnum(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"red", "green", "color(2)", "color(255)"},
		[]string{colors.Word(0), colors.Word(1), colors.Word(2), colors.Word(255)})
	c := color(7)
	require.NoError(t, colors.Read([]byte("green"), &c))
	assert.Equal(t, color(1), c)
	for _, text := range []string{"", "Red", "color(2)", "1", "\xff"} {
		assert.Error(t, colors.Read([]byte(text), &c), text)
	}
	require.EqualError(t, colors.Read([]byte("blue"), &c), `color "blue" is none of red, green`)
	assert.Less(t, len(colors.Read([]byte(strings.Repeat("x", 1<<20)), &c).Error()), 200)
	assert.Equal(t, color(1), c, "an error sets nothing")
}
