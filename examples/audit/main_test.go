package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	object := `{"apiVersion": "stable.example.com/v1beta1", "kind": "CronTab", "metadata": {"name": "a", "namespace": "b"}}`
	crd := filepath.Join("testdata", "old.yaml")
	for name, c := range map[string]struct {
		args []string
		in   string
		code int
		want []string
	}{
		"built in": {nil, "", exitFound, []string{
			"objects 4, unreadable 1, defaulted 1, tolerated 2, accepted 1\n",
			"tolerated\t1\tv1beta1 spec.cronSpec required\n\tdefault/no-spec: testdata/objects/crontabs.yaml[1]: spec.cronSpec: Required value\n",
		}},
		"stdin":     {[]string{"-crd", crd, "-"}, `{"items": [` + object + `], "kind": "List"}`, exitClean, []string{"objects 1, accepted 1\n"}},
		"cut":       {[]string{"-crd", crd, "-"}, `{"items": [` + object, exitFound, []string{"objects 2, failed 1, accepted 1\n", "unexpected EOF"}},
		"no CRD":    {[]string{"-crd", "missing.yaml", "-"}, "", exitFailed, []string{"missing.yaml"}},
		"no path":   {[]string{"-crd", crd}, "", exitFailed, []string{"one PATH"}},
		"bad shard": {[]string{"-shard", "3/2"}, "", exitFailed, []string{"is not I/N"}},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			assert.Equal(t, c.code, run(t.Context(), c.args, strings.NewReader(c.in), &out, &out), "%s", &out)
			for _, want := range c.want {
				assert.Contains(t, out.String(), want)
			}
		})
	}
}

// TestShards checks that the reports of all shards, merged, are the report of one run.
func TestShards(t *testing.T) {
	var whole strings.Builder
	require.Equal(t, exitFound, run(t.Context(), []string{"-json"}, nil, &whole, &whole))
	args := []string{"-json", "merge"}
	for _, shard := range []string{"3/3", "1/3", "2/3"} {
		var part strings.Builder
		run(t.Context(), []string{"-json", "-shard", shard}, nil, &part, &part)
		name := filepath.Join(t.TempDir(), "report.json")
		require.NoError(t, os.WriteFile(name, []byte(part.String()), 0o600))
		args = append(args, name)
	}
	var merged strings.Builder
	require.Equal(t, exitFound, run(t.Context(), args, nil, &merged, &merged))
	assert.Equal(t, whole.String(), merged.String())
}
