package advice_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/advice"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

// TestBroken repairs CRDs as people write them, one cause after the other. Each step is the
// text of an advice and its edits. No more steps are needed than a CRD has causes, and what is
// lost is told.
func TestBroken(t *testing.T) {
	seen := map[string]bool{}
	cases.Run(t, "testdata/broken.yaml", []string{"causes", "steps", "loses"}, func(t *testing.T, c cases.Case) {
		name := strings.TrimPrefix(t.Name(), "TestBroken/") + ".yaml"
		seen[name] = true
		steps, lost := repaired(t, filepath.Join("testdata/broken", name))
		assert.Equal(t, c.Texts(t, "steps"), steps)
		assert.Equal(t, lossesOf(t, c), lost)
		assert.LessOrEqual(t, int64(len(steps)), c.Value("causes"))
	})
	files, err := os.ReadDir("testdata/broken")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 30)
	for _, f := range files {
		assert.True(t, seen[f.Name()], f.Name())
	}
}

// repaired applies the first advice with edits until the server accepts the CRD with all its
// fields.
func repaired(t *testing.T, file string) (steps, lost []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	crd := cases.Must(document.DecodeOne(t.Context(), text)).Object
	for range 10 {
		result := cases.Must(crdschema.ValidateCRD(context.Background(), crd, nil))
		if result.Accepted() && len(result.Dropped) == 0 {
			return steps, lost
		}
		given, ok := firstAdvice(cases.Must(advice.For(t.Context(), crd, result)))
		require.True(t, ok, "%v %v", steps, result.Status())
		crd = given.Apply(crd)
		steps = append(steps, stepText(given))
		lost = append(lost, pathTexts(given.Loses)...)
	}
	t.Fatal("not repaired", steps)
	return nil, nil
}

func firstAdvice(list []advice.Advice) (advice.Advice, bool) {
	for _, a := range list {
		if a.Edits != nil {
			return a, true
		}
	}
	return advice.Advice{}, false
}

// stepText returns the text of an advice and its edits, with short paths.
func stepText(a advice.Advice) string {
	lines := []string{a.Text}
	for _, e := range a.Edits {
		path := strings.TrimPrefix(e.Path.String(), "spec.versions[0].schema.openAPIV3Schema.")
		if e.Remove {
			lines = append(lines, "remove "+path)
			continue
		}
		lines = append(lines, fmt.Sprintf("set %s to %s", path, cases.Must(json.Marshal(e.Value))))
	}
	return strings.Join(lines, "\n")
}

func lossesOf(t *testing.T, c cases.Case) []string {
	if !c.Has("loses") {
		return nil
	}
	return c.Texts(t, "loses")
}

func pathTexts(paths []structural.Path) (out []string) {
	for _, p := range paths {
		out = append(out, p.String())
	}
	return out
}
