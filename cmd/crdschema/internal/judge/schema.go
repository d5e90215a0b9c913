package judge

import (
	"bytes"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
)

// isJSONSchema reports whether a document is the JSON schema of a kind, as catalogs have them that
// other programs read. It is neither an object nor a CRD.
func isJSONSchema(o *input.Object) bool {
	_, hasProperties := o.Value["properties"].(map[string]any)
	isSchema := o.Text("$schema") != "" || o.Text("type") == "object" && hasProperties
	return isSchema && o.Text("apiVersion") == "" && o.Text("kind") == ""
}

// mayBeSchema reports whether a text may be a JSON schema.
func mayBeSchema(text []byte) bool {
	return bytes.Contains(text, []byte("$schema")) || bytes.Contains(text, []byte("properties"))
}
