package lint_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/lint"
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
		fmt.Println(f.Code, f.Path[5:])
		fmt.Println(f.Text)
		fmt.Println(f.Fix.Text)
	}
	// Output:
	// required-undeclared properties[spec].required[0]
	// No object can have imgae: it is required, but the server drops it, because it is not declared.
	// Write image in place of imgae.
}
