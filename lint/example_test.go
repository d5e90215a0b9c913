package lint_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/lint"
)

// A CRD that the server accepts, although no object can satisfy it.
func ExampleCRD() {
	crd := crdOf(map[string]any{"type": "object", "required": []any{"imgae"},
		"properties": map[string]any{"image": map[string]any{"type": "string"}}})
	found, err := lint.CRD(context.Background(), crd)
	if err != nil {
		panic(err)
	}
	for _, f := range found {
		fmt.Print(f)
		fmt.Println(f.String() == f.Text("", nil))
	}
	// Output:
	// No object can have imgae: it is required, but the server drops it, because it is not declared.
	//   at      spec.versions[0].schema.openAPIV3Schema.properties[spec].required[0]
	//   do      Write image in place of imgae.
	//   change  set spec.versions[0].schema.openAPIV3Schema.properties[spec].required[0] to "image"
	//   see     docs/ERRORS.md, required-undeclared
	// true
}
