package crdschema_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExamples holds the promise that everything exported is shown at work:
// a function has an example of its own name, a method is at least called in
// one, and every example says what it prints.
func TestExamples(t *testing.T) {
	for _, folder := range []string{".", "structural", "pruning", "defaulting", "versionpriority"} {
		t.Run(folder, func(t *testing.T) {
			files := parseFolder(t, folder)
			called := map[string]bool{}
			for _, example := range doc.Examples(files...) {
				assert.True(t, example.Output != "" || example.EmptyOutput, "Example%s has no output", example.Name)
				addCalls(called, example.Code)
			}
			for _, function := range functions(documented(t, files)) {
				assert.NotEmpty(t, function.Examples, "%s has no example", function.Name)
			}
			for _, method := range methods(documented(t, files)) {
				assert.True(t, called[method.Name], "no example calls %s.%s", method.Recv, method.Name)
			}
		})
	}
}
