package celeval

import (
	"context"
	"os"
	"testing"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestTables compares the expected results of the unit tests with the reference.
func TestTables(t *testing.T) {
	text, err := os.ReadFile("../../../celrules/testdata/validate.yaml")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := decode.Stream(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	cases := parity.Cases[evalCase]{N: len(docs), At: func(i int) (string, evalCase) {
		row := docs[i].Value.(map[string]any)
		r, ok := compile(row["schema"].(map[string]any))
		if !ok {
			return row["name"].(string), evalCase{}
		}
		j := evalCase{rules: r, object: row["object"], old: row["old"]}
		j.budget, _ = row["budget"].(int64)
		if row["strict"] == true {
			j.tolerance = celrules.Strict
		}
		return row["name"].(string), j
	}}
	parity.Run(t, "cel-eval-tables", cases, compareDrawn)
}
