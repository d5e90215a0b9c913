package project_test

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

// TestExamples checks that there is an example for every exported function and a
// call of every exported method, and that every example has an output.
func TestExamples(t *testing.T) {
	inRoot(t)
	for _, folder := range []string{".", "structural", "structural/field", "structural/budget", "pruning", "defaulting", "versionpriority", "status", "document", "celrules", "celrules/celenv", "conversion", "conversion/declare", "conversion/conversiontest", "conversion/webhook", "lifecycle", "hints", "explain", "lint", "structural/validation", "structural/listtype", "structural/objectmeta", "structural/apply", "fragment", "selector", "registry", "httpapi", "buildinfo", "openapiv2", "openapiv2/openapiv3", "openapiv2/specschema", "crdtest/generate", "compat", "compat/beam", "compat/live", "apimachinery", "apimachinery/fakeclient", "crdserver"} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			set := token.NewFileSet()
			files := parseFolder(t, set, folder)
			called := calledMethods(t, doc.Examples(files...))
			pkg, err := doc.NewFromFiles(set, files, module)
			require.NoError(t, err)

			functions, methods := exported(pkg)
			require.NotEmpty(t, append(functions, methods...))
			for _, function := range functions {
				assert.NotEmpty(t, function.Examples, "there is no Example%s", function.Name)
			}
			for _, method := range methods {
				assert.True(t, called[method.Name], "no example calls %s of %s", method.Name, method.Recv)
			}
		})
	}
}

func parseFolder(t *testing.T, set *token.FileSet, folder string) []*ast.File {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	files := make([]*ast.File, len(names))
	for i, name := range names {
		files[i], err = parser.ParseFile(set, name, nil, parser.ParseComments)
		require.NoError(t, err)
	}
	return files
}

// calledMethods returns the names of the methods that the examples call. It does
// not resolve types.
func calledMethods(t *testing.T, examples []*doc.Example) map[string]bool {
	called := map[string]bool{}
	for _, example := range examples {
		assert.NotEmpty(t, example.Output, "Example%s is not run", example.Name)
		ast.Inspect(example.Code, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if selector, ok := call.Fun.(*ast.SelectorExpr); ok {
					called[selector.Sel.Name] = true
				}
			}
			return true
		})
	}
	return called
}

// exported returns the functions, constructors included, and methods of a package.
func exported(pkg *doc.Package) (functions, methods []*doc.Func) {
	functions = pkg.Funcs
	for _, typ := range pkg.Types {
		functions = append(functions, typ.Funcs...)
		methods = append(methods, typ.Methods...)
	}
	return functions, methods
}
