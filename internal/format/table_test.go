package format

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type verdict struct {
	text  string
	valid bool
}

func readTable(t testing.TB, name string) []verdict {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".txt")
	require.NoError(t, err)
	var all []verdict
	for line := range strings.Lines(string(text)) {
		word, literal, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || word == "#" {
			continue
		}
		s, err := strconv.Unquote(strings.TrimSpace(literal))
		require.NoError(t, err, line)
		require.Contains(t, []string{"valid", "invalid"}, word, line)
		all = append(all, verdict{s, word == "valid"})
	}
	require.NotEmpty(t, all)
	return all
}

func TestTables(t *testing.T) {
	for _, f := range formats {
		for _, v := range readTable(t, f.name) {
			assert.Equal(t, v.valid, f.accepts(v.text), "%s of %q", f.name, v.text)
		}
	}
}

func TestOnlyPasswordsMayBeEmpty(t *testing.T) {
	for _, f := range formats {
		assert.Equal(t, f.name == "password", f.accepts(""), f.name)
	}
}
