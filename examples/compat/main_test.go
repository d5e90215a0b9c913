package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/compat"
)

func TestRun(t *testing.T) {
	const old = "testdata/old.yaml"
	text, err := os.ReadFile(old)
	require.NoError(t, err)
	wider, broken := filepath.Join(t.TempDir(), "wider.yaml"), filepath.Join(t.TempDir(), "broken.yaml")
	require.NoError(t, os.WriteFile(wider, []byte(strings.Replace(string(text), "maximum: 100", "maximum: 101", 1)), 0o600))
	require.NoError(t, os.WriteFile(broken, []byte("kind: [CustomResourceDefinition"), 0o600))
	for name, c := range map[string]struct {
		upgraded string
		want     compat.Verdict
		out      string
		err      string
	}{
		"built in": {"testdata/new.yaml", compat.Breaking, "verdict: breaking\n", ""},
		"safe":     {wider, compat.Safe, "verdict: safe\n", ""},
		"no text":  {broken, compat.Unproven, "", "broken.yaml: "},
		"no file":  {"missing.yaml", compat.Unproven, "", "missing.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			verdict, err := run(t.Context(), os.ReadFile, []string{old, c.upgraded}, &out)
			if c.err != "" {
				assert.ErrorContains(t, err, c.err)
			} else {
				assert.NoError(t, err)
				assert.Equal(t, c.want, verdict)
			}
			assert.Contains(t, out.String(), c.out)
		})
	}
}
