package celrules

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// update is a schema with the one before it, or nil.
type update struct {
	label       string
	schema, old map[string]any
}

// tables returns the cases of the unit tests that are about the newest version.
func tables(t *testing.T) parity.Cases[update] {
	t.Helper()
	var rows []update
	for _, name := range []string{"fields", "check", "types", "limits"} {
		text, err := os.ReadFile(filepath.Join("../../../celrules/testdata", name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		docs, err := decode.Stream(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range docs {
			row := doc.Value.(map[string]any)
			u := update{label: name + ": " + row["name"].(string)}
			u.schema, _ = row["schema"].(map[string]any)
			if u.old, _ = row["old"].(map[string]any); row["options"] != nil {
				u.old = u.schema
			}
			if row["version"] == nil {
				rows = append(rows, u)
			}
		}
	}
	return parity.List(rows, func(u update) string { return u.label })
}

// TestTables compares the expected errors of the unit tests with the reference.
func TestTables(t *testing.T) {
	parity.Run(t, "cel-tables", tables(t), func(c *parity.Check, in update) {
		if s, _ := cases.FromMap(in.schema); len(cases.Must(structural.Check(t.Context(), s, structural.Resource))) > 0 {
			form(c, in.schema)
			return
		}
		compareWritten(c, in.schema, in.old)
	})
}
