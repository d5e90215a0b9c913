package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const lampCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lamps, singular: lamp, kind: Lamp, listKind: LampList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [room]
            properties:
              room: {type: string, maxLength: 20}
              color: {type: string, enum: [red, blue]}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, required: [name], properties: {name: {type: string}}}
              low: {type: integer, minimum: 0}
              high: {type: integer}
            x-kubernetes-validations:
            - {rule: "!has(self.low) || !has(self.high) || self.low <= self.high"}
`

const lamp = `apiVersion: example.com/v1
kind: Lamp
metadata: {name: lamp-%d, resourceVersion: "1", uid: c0ffee}
spec: {room: kitchen, color: red, low: 1, high: 2, ports: [{name: a}]}
`

var costCells = regexp.MustCompile(`\| [0-9.]+m?s \| [0-9.]+m?s \| [1-9][0-9]* MiB \|`)

// TestCorpusMode compares the verdicts of crdschema on 10 files of a small corpus. The columns of costs are
// checked for their form.
func TestCorpusMode(t *testing.T) {
	corpus, bin := t.TempDir(), t.TempDir()
	crds, objects := filepath.Join(corpus, "a+b", "crds"), filepath.Join(corpus, "a+b", "objects", "lamps.example.com")
	require.NoError(t, os.MkdirAll(crds, 0o700))
	require.NoError(t, os.MkdirAll(objects, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(crds, "lamps.yaml"), []byte(lampCRD), 0o600))
	for i := range 4 {
		require.NoError(t, os.WriteFile(filepath.Join(objects, fmt.Sprintf("%d.yaml", i)), fmt.Appendf(nil, lamp, i), 0o600))
	}
	out, err := exec.Command("go", "-C", "../..", "build", "-o", filepath.Join(bin, "crdschema"), "./cmd/crdschema").CombinedOutput()
	require.NoError(t, err, "%s", out)
	var table, problems bytes.Buffer
	c := comparison{corpus: corpus, bin: bin, n: 10, spoiled: 8, rounds: 1}
	require.NoError(t, c.print(&table, &problems))
	assert.Equal(t, "10 files, 8 of them spoiled; 1 rounds\n\n"+
		"| program | spoiled, accepted | valid, refused | no verdict | time | CPU | memory |\n|---|---|---|---|---|---|---|\n"+
		"| crdschema | 0 | 0 | 0 | COSTS\n", costCells.ReplaceAllString(table.String(), "| COSTS"))
	assert.Equal(t, "crdschema accepts map[]\n", problems.String())
}
