package command

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const thingsCRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {kind: Thing, listKind: ThingList, plural: things, singular: thing}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}
`

// TestAuditSnapshot judges the objects of a snapshot of etcd, and counts what is left out.
func TestAuditSnapshot(t *testing.T) {
	packed, err := os.Open("../../../../compat/testdata/snapshot.db.gz")
	require.NoError(t, err)
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	require.NoError(t, err)
	text, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("snapshot.db", text, 0o600))
	got := run(t, thingsCRD, "audit", "--snapshot", "--crd", "-", "snapshot.db")
	want := `objects 19, failed 2, accepted 17
failed	2	none failed
	/registry/example.com/things/a/encrypted: the server encrypted it
	/registry/example.com/things/a/text: line 1: a string where an object is needed
`
	assert.Equal(t, answer{2, want, "left out: 1 objects of built-in kinds, 3 deleted objects, 2 other keys\n"}, got)

	got = run(t, thingsCRD, "audit", "--snapshot", "--etcd-prefix", "/elsewhere", "--crd", "-", "snapshot.db")
	assert.Equal(t, answer{2, "objects 0\n", "left out: 1 objects of built-in kinds, 3 deleted objects, 21 other keys\n"}, got)

	require.NoError(t, os.WriteFile("cut.db", text[:len(text)/2], 0o600))
	got = run(t, thingsCRD, "audit", "--snapshot", "--crd", "-", filepath.Join(".", "cut.db"))
	assert.Equal(t, 2, got.Code)
	assert.Contains(t, got.Out, "failed")
}
