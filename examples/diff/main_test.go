package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func plain(line string) string { return line }

func runDiff(paint painter, args ...string) (stdout, stderr string, code int) {
	var out, problems bytes.Buffer
	code = run(args, strings.NewReader(""), &out, &problems, paint)
	return out.String(), problems.String(), code
}

func TestBuiltIn(t *testing.T) {
	stdout, stderr, code := runDiff(plain)
	assert.Equal(t, exitSame, code)
	assert.Empty(t, stderr)
	assert.Equal(t, `Gateway.example.com default/public: no changes

A textual comparison finds 5 differences:
- .metadata.annotations: {"example.com/address":"192.0.2.1"}
- .spec.listeners[0].protocol: "TCP"
- .spec.listeners[1].protocol: "TCP"
- .spec.logLevel: "info"
- .spec.replicas: 1
`, stdout)
}

func TestFiles(t *testing.T) {
	desired := filepath.Join(t.TempDir(), "desired.yaml")
	require.NoError(t, os.WriteFile(desired, []byte(`
apiVersion: example.com/v1
kind: Gateway
metadata: {name: public, annotations: {example.com/address: x}}
spec: {logLevel: debug, hosts: [b.example.com, a.example.com], listeners: [{port: 8080, hostname: b.example.com}, {port: 443}]}
---
apiVersion: example.com/v1
kind: GatewayList
items:
- apiVersion: example.com/v1
  kind: Gateway
  metadata: {name: other}
- apiVersion: example.com/v1
  kind: Gateway
  metadata: {name: bad}
  spec: {unknown: 1}
---
apiVersion: example.com/v1
kind: Other
metadata: {name: a}
`), 0o600))
	args := []string{"-crd", "testdata/crd.yaml", "testdata/live.yaml", desired}

	stdout, stderr, code := runDiff(plain, args...)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stdout, "Gateway.example.com default/other:\n+ .apiVersion: \"example.com/v1\"\n")
	assert.Equal(t, `diff: Gateway.example.com default/public: Apply failed with 1 conflict: conflict with "gateway-controller" using example.com/v1: .metadata.annotations.example.com/address
diff: Gateway.example.com default/bad: failed to create typed patch object (default/bad; example.com/v1, Kind=Gateway): .spec.unknown: field not declared in schema
diff: Other.example.com a: there is no definition of its group and kind
`, stderr)

	stdout, _, _ = runDiff(plain, append([]string{"-force"}, args...)...)
	assert.True(t, strings.HasPrefix(stdout, `Gateway.example.com default/public:
~ .metadata.annotations.example.com/address: "192.0.2.1" → "x"
↕ .spec.hosts: order
+ .spec.listeners[port=8080,protocol="TCP"]: {"hostname":"b.example.com","port":8080,"protocol":"TCP"}
- .spec.listeners[port=443,protocol="TCP"].hostname: "a.example.com"
- .spec.listeners[port=80,protocol="TCP"]: {"port":80,"protocol":"TCP"}
~ .spec.logLevel: "info" → "debug"
Gateway.example.com default/other:
`), stdout)
}

func TestChangesAndColors(t *testing.T) {
	desired := filepath.Join(t.TempDir(), "desired.yaml")
	require.NoError(t, os.WriteFile(desired, []byte("apiVersion: example.com/v1\nkind: Gateway\nmetadata: {name: public}\nspec: {replicas: 2, hosts: [a.example.com, b.example.com], listeners: [{port: 80}, {port: 443, hostname: a.example.com}]}"), 0o600))
	stdout, stderr, code := runDiff(paintLine, "-crd", "testdata/crd.yaml", "testdata/live.yaml", desired)
	assert.Equal(t, exitChanged, code)
	assert.Empty(t, stderr)
	assert.Equal(t, "Gateway.example.com default/public:\n\x1b[33m~ .spec.replicas: 1 → 2\x1b[0m\n", stdout)
}

func TestUnmanaged(t *testing.T) {
	_, stderr, code := runDiff(plain, "-crd", "testdata/crd.yaml", "testdata/desired.yaml", "testdata/desired.yaml")
	assert.Equal(t, exitSame, code)
	assert.Contains(t, stderr, "has no managed fields")
}

func TestInput(t *testing.T) {
	file := func(text string) string {
		name := filepath.Join(t.TempDir(), "file.yaml")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	const crd, live, desired = "testdata/crd.yaml", "testdata/live.yaml", "testdata/desired.yaml"
	gateway := "apiVersion: example.com/v1\nkind: Gateway\nmetadata: {name: a}\n"
	invalid, err := os.ReadFile(crd)
	require.NoError(t, err)
	for want, args := range map[string][]string{
		"there is no CustomResourceDefinition": {"-crd", desired, live, desired},
		"Unsupported value: \"intege\"":        {"-crd", file(strings.Replace(string(invalid), "type: integer", "type: intege", 1)), live, desired},
		"object 1 in LIVE: there is no":        {"-crd", crd, crd, desired},
		"object 2 in DESIRED: Gateway":         {"-crd", crd, live, file(gateway + "---\n" + gateway)},
		"has no metadata.name":                 {"-crd", crd, live, file("apiVersion: example.com/v1\nkind: Gateway\nmetadata: {generateName: a}\n")},
		"standard input can be read once only": {"-crd", crd, "-", "-"},
		"there is no -crd FILE":                {live, desired},
		"there are 1 files":                    {"-crd", crd, live},
		"already set in map":                   {"-crd", crd, live, file("a: 1\na: 2\n")},
		"no definition of its group and kind":  {"-crd", crd, live, file("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n")},
	} {
		stdout, stderr, code := runDiff(plain, args...)
		assert.Equal(t, exitFailed, code, args)
		assert.Contains(t, stderr, want)
		assert.Empty(t, stdout)
	}
	stdout, stderr, code := runDiff(plain, "-skip", "-n", "prod", "-crd", crd, live, file(gateway+"---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n"))
	assert.Equal(t, exitChanged, code)
	assert.Empty(t, stderr)
	assert.Contains(t, stdout, "Gateway.example.com prod/a:\n")
	assert.NotContains(t, stdout, "fieldsV1")
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"a"}, {"a", "b"}, {"-crd", "testdata/crd.yaml"}, {"-wrong"}, {"-crd", "none", "a", "b"}, {"-crd", "main.go", "a", "b"}} {
		_, stderr, code := runDiff(plain, args...)
		assert.Equal(t, exitFailed, code, args)
		assert.NotEmpty(t, stderr, args)
	}
	_, stderr, code := runDiff(plain, "-h")
	assert.Equal(t, exitSame, code)
	assert.Contains(t, stderr, "usage:")
}
