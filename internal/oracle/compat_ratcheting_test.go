package oracle

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upgrades"
	"github.com/seed95800270/crdschema/structural"
)

// ratchetingRow is a row of testdata/ratcheting.yaml. It is not made smaller.
type ratchetingRow struct{ fields m }

// TestCompatRatcheting compares compat with the reference on the pairs of the reference's own tests
// of ratcheting: the findings, an audit of the stored object, and updates of it.
func TestCompatRatcheting(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "ratcheting.yaml"))
	require.NoError(t, err)
	doc, err := corpus.DecodeYAML(append([]byte("rows:\n"), text...))
	require.NoError(t, err)
	rows := doc["rows"].([]any)
	cases := parity.Cases[ratchetingRow]{N: len(rows), At: func(i int) (string, ratchetingRow) {
		row := rows[i].(m)
		return fmt.Sprint(row["name"]), ratchetingRow{row}
	}}
	parity.Run(t, "compat-ratcheting", cases, func(c *parity.Check, row ratchetingRow) { compareRatcheting(t, c, row.fields) })
}

func compareRatcheting(t *testing.T, c *parity.Check, row m) {
	oldCRD, newCRD := upgrades.CRD(row["old"].(m)), upgrades.CRD(row["new"].(m))
	after, ok := newEndpoint(newCRD, "v1")
	require.True(t, ok)
	stored := ofVersion(holding(row["stored"]), "7")

	// What the table says is what the reference does.
	_, why := writeTheirs(after, holding(row["stored"]), nil, crdschema.Create, false)
	c.Equal("the reference refuses to create it", why != "", row["created"] != true)
	_, why = writeTheirs(after, stored, stored, crdschema.Update, false)
	c.Equal("an unchanged update: "+why, why == "", row["unchanged"])
	for key, accepted := range map[string]bool{"accepted": true, "refused": false} {
		list, _ := row[key].([]any)
		for _, value := range list {
			update := ofVersion(holding(value), "7")
			_, why := writeTheirs(after, update, stored, crdschema.Update, false)
			c.Equal(fmt.Sprint(value, ": ", why), why == "", accepted)
			res, err := after.ours.Admit(t.Context(), crdschema.Request{Object: update, Old: stored, Operation: crdschema.Update, Version: "v1"})
			require.NoError(t, err)
			c.Equal(fmt.Sprint(value, ": the library"), res.Accepted(), accepted)
		}
	}

	got, err := compat.Compare(t.Context(), oldCRD, newCRD)
	require.NoError(t, err)
	refuses := slices.ContainsFunc(got.Findings, func(f compat.Finding) bool { return f.Verdict == compat.Breaking && f.Effect == compat.Refuses })
	c.Equal("compat finds a refusal", refuses, true)
	blocked := slices.ContainsFunc(got.Findings, func(f compat.Finding) bool { return slices.Contains(f.For, compat.Updaters) })
	c.Equal("compat says that unchanged updates are refused: "+got.String(), blocked, row["unchanged"] == false)
	judge(c, oldCRD, newCRD, "v1", got)

	audit, err := compat.NewAudit(t.Context(), oldCRD, newCRD)
	require.NoError(t, err)
	report, err := audit.Run(t.Context(), func(yield func(compat.Source, map[string]any) bool) { yield(compat.Source{}, stored) })
	require.NoError(t, err)
	c.Equal("the audit finds it refused", report.Counts[compat.Refused] == 1, row["unchanged"] == false)
	c.Equal("the audit finds it tolerated", report.Counts[compat.Tolerated] == 1, row["unchanged"] == true && row["created"] != true)
}

// holding returns an object with a value under spec.value.
func holding(value any) map[string]any {
	return map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": "stored", "namespace": "default"},
		"spec": map[string]any{"value": structural.Clone(value)}}
}
