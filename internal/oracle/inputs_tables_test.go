package oracle

import (
	"context"
	"os"
	"testing"

	ourdecode "github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// table returns the cases of a table in a testdata folder, one document each.
func table(t *testing.T, file string) parity.Cases[map[string]any] {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	docs, err := ourdecode.Stream(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]map[string]any, len(docs))
	for i, doc := range docs {
		rows[i] = doc.Value.(map[string]any)
	}
	return parity.List(rows, func(row map[string]any) string { return row["name"].(string) })
}

// parsed returns the JSON text of a table as an object, or nil if it is empty.
func parsed(text any) map[string]any {
	if text == nil {
		return nil
	}
	doc, err := ourdecode.JSON(context.Background(), []byte(text.(string)))
	if err != nil {
		panic(err)
	}
	return doc.Value.(map[string]any)
}

// listed returns a list of texts of a table.
func listed(v any) []string {
	list, _ := v.([]any)
	out := []string{}
	for _, e := range list {
		out = append(out, e.(string))
	}
	return out
}
