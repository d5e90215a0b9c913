package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	const gateway = "apiVersion: example.com/v1\nkind: Gateway\nmetadata: {name: public, namespace: default}\n"
	const same = "hosts: [a.example.com, b.example.com], listeners: [{port: 80}, {port: 443, hostname: a.example.com}]"
	for name, c := range map[string]struct {
		desired string
		changed bool
		out     string
		err     string
	}{
		"built in":  {"testdata/desired.yaml", false, "no changes\n", ""},
		"changed":   {file("changed.yaml", gateway+"spec: {replicas: 2, "+same+"}"), true, "~ .spec.replicas: 1 → 2\n", ""},
		"unknown":   {file("unknown.yaml", gateway+"spec: {unknown: 2}"), false, "", ".spec.unknown: field not declared in schema"},
		"no file":   {"missing.yaml", false, "", "missing.yaml"},
		"no object": {file("empty.yaml", ""), false, "", "empty.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			changed, err := run(t.Context(), os.ReadFile, []string{"testdata/crd.yaml", "testdata/live.yaml", c.desired}, &out)
			if c.err != "" {
				assert.ErrorContains(t, err, c.err)
			} else {
				assert.NoError(t, err)
			}
			assert.Equal(t, c.changed, changed)
			assert.Equal(t, c.out, out.String())
		})
	}
}
