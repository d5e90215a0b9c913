package budget_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stageIn matches the stage of a call where its work begins, or a constant of it.
var stageIn = regexp.MustCompile(`(?:work\.Start\(ctx, |[sS]tage += )"([a-z][A-Za-z ]+)"`)

// TestErrorDocumentsStages checks that the comment on Error.Stage lists the stages of all
// packages.
func TestErrorDocumentsStages(t *testing.T) {
	comment, err := os.ReadFile("error.go")
	require.NoError(t, err)
	documented := strings.Join(strings.Fields(strings.ReplaceAll(string(comment), "//", "")), " ")
	found := 0
	require.NoError(t, filepath.WalkDir("../..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "oracle" || entry.Name() == ".git"):
			return filepath.SkipDir
		case filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(name)
		for _, match := range stageIn.FindAllSubmatch(source, -1) {
			found++
			assert.Contains(t, documented, `"`+string(match[1])+`"`, name)
		}
		return err
	}))
	assert.Greater(t, found, 30)
}
