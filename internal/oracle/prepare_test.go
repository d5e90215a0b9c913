package oracle

import (
	"testing"
	"time"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// systemFields are the same values on both sides.
var systemFields = []struct {
	name   string
	ours   objectmeta.SystemFields
	theirs upstream.SystemFields
}{
	{"none", objectmeta.SystemFields{}, upstream.SystemFields{}},
	{"all", objectmeta.SystemFields{UID: "made-up", CreationTimestamp: noon, NameSuffix: "xxxxx"}, upstream.SystemFields{UID: "made-up", Time: noon, Suffix: "xxxxx"}},
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 5, time.FixedZone("", 3600))

// TestObjectMetaPrepare compares what the server sets in the metadata of all kinds
// before it validates an object. Requests for a namespaced kind have a namespace.
func TestObjectMetaPrepare(t *testing.T) {
	parity.Run(t, "object-meta-prepare", parity.Join(rootMetadata(parity.Full(100_000)), corpusRoots(t)), func(c *parity.Check, in update) {
		for _, scope := range scopes {
			for _, system := range systemFields {
				theirs, wrong := scope.kind.PrepareCreate(in.Object, "ns", system.theirs)
				ours, text := inNamespace(in.Object, scope.ours)
				if c.Equal(scope.name+" create: error", text, wrong); wrong == "" {
					ours = objectmeta.PrepareCreate(ours, system.ours)
				}
				c.Equal(scope.name+" create: "+system.name, ours, theirs)
			}
			theirs, wrong := scope.kind.PrepareUpdate(in.Object, in.Old, "ns")
			ours, text := inNamespace(in.Object, scope.ours)
			if c.Equal(scope.name+" update: error", text, wrong); wrong == "" {
				ours = objectmeta.PrepareUpdate(ours, in.Old)
			}
			c.Equal(scope.name+" update", ours, theirs)
		}
	})
}

// inNamespace returns obj in the namespace ns, or the text of the error.
func inNamespace(obj map[string]any, scope objectmeta.Scope) (map[string]any, string) {
	out, err := objectmeta.PrepareNamespace(obj, scope, "ns")
	if err != nil {
		return out, err.Error()
	}
	return out, ""
}

// TestObjectMetaPrepareTable compares the expectations of the table with the reference.
func TestObjectMetaPrepareTable(t *testing.T) {
	parity.Run(t, "object-meta-prepare-table", table(t, "../../structural/objectmeta/testdata/prepare.yaml"),
		func(c *parity.Check, row map[string]any) {
			obj, namespaced := map[string]any{}, scopes[0].kind
			if meta := parsed(row["metadata"]); meta != nil {
				obj["metadata"] = meta
			}
			prepared, wrong := namespaced.PrepareCreate(obj, "ns", upstream.SystemFields{UID: "made-up", Time: noon, Suffix: "bcdfg"})
			if old := parsed(row["old"]); old != nil {
				prepared, wrong = namespaced.PrepareUpdate(obj, map[string]any{"metadata": old}, "ns")
			}
			if text, fails := row["error"]; fails {
				c.Equal("error", text, wrong)
				return
			}
			c.Equal("error", "", wrong)
			c.Equal("metadata", any(parsed(row["prepared"])), prepared["metadata"])
		})
}
