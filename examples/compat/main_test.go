package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	old := filepath.Join("testdata", "old.yaml")
	text, err := os.ReadFile(old)
	require.NoError(t, err)
	wider, broken := filepath.Join(t.TempDir(), "wider.yaml"), filepath.Join(t.TempDir(), "broken.yaml")
	require.NoError(t, os.WriteFile(wider, []byte(strings.Replace(string(text), "maximum: 100", "maximum: 101", 1)), 0o600))
	require.NoError(t, os.WriteFile(broken, []byte("kind: [CustomResourceDefinition"), 0o600))
	for name, c := range map[string]struct {
		args []string
		code int
		want []string
	}{
		"built in": {nil, exitBreaking, []string{
			"properties[cronSpec].maxLength: error: breaking refuses",
			"required: error: breaking refuses: required (none -> cronSpec): spec.cronSpec: Required value",
			"x-kubernetes-validations[0]: info: safe widens",
			"step 2: rewrite the objects stored in v1beta1", "verdict: breaking\n",
		}},
		"safe":      {[]string{old, wider}, exitSafe, []string{"verdict: safe\n"}},
		"the same":  {[]string{old, old}, exitSafe, []string{"verdict: safe\n"}},
		"no text":   {[]string{old, broken}, exitNoVerdict, []string{"broken.yaml: "}},
		"no file":   {[]string{old, "missing.yaml"}, exitNoVerdict, []string{"missing.yaml"}},
		"arguments": {[]string{old}, exitNoVerdict, []string{"usage: "}},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			assert.Equal(t, c.code, run(t.Context(), c.args, &out, &out), "%s", &out)
			for _, want := range c.want {
				assert.Contains(t, out.String(), want)
			}
		})
	}
}

func TestJSON(t *testing.T) {
	var out strings.Builder
	assert.Equal(t, exitBreaking, run(t.Context(), []string{"-json"}, &out, &out))
	var got struct {
		Findings []struct{ Check, Verdict, Effect string }
		Steps    []string
	}
	require.NoError(t, json.Unmarshal([]byte(out.String()), &got))
	assert.NotEmpty(t, got.Findings)
	assert.Len(t, got.Steps, 3)
}
