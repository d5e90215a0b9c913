package parity

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/structural"
)

// OurTexts returns the texts of our errors. It also checks that each error has a
// code that package internal/codes declares; a run reports those that have none.
func (c *Check) OurTexts(errs structural.Errors) []string {
	c.Coded(errs...)
	return errs.Texts()
}

// Coded checks that each of our errors has a code that package internal/codes
// declares. Nil errors are ignored.
func (c *Check) Coded(errs ...*structural.Error) {
	declared := declaredCodes()
	for _, err := range errs {
		if err != nil && declared[string(err.Code)] == "" {
			c.uncoded = append(c.uncoded, fmt.Sprintf("%q %s: %.80s", err.Code, err.Kind, masked(err.Detail)))
		}
	}
}

// reportCodes prints the kinds of errors without a declared code.
func reportCodes(w io.Writer, name string, uncoded map[string]int) {
	for _, text := range slices.Sorted(maps.Keys(uncoded)) {
		fmt.Fprintf(w, "parity %s: no declared code, %d times: %s\n", name, uncoded[text], text)
	}
}

// declaredCodes returns the codes of package internal/codes with the name of the file that
// declares each. The file is named after a room. The source is read because Go has no list
// of constants.
var declaredCodes = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		files, _ := filepath.Glob(filepath.Join(dir, "internal", "codes", "*.go"))
		for _, file := range files {
			addCodes(out, file)
		}
		if len(files) > 0 {
			return out
		}
	}
	return out
})

// addCodes adds the values of the constants of type Code in a file.
func addCodes(out map[string]string, name string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		return
	}
	for _, d := range file.Decls {
		constants, ok := d.(*ast.GenDecl)
		if !ok || constants.Tok != token.CONST {
			continue
		}
		for _, s := range constants.Specs {
			spec := s.(*ast.ValueSpec)
			if typ, ok := spec.Type.(*ast.Ident); !ok || typ.Name != "Code" {
				continue
			}
			for _, v := range spec.Values {
				if literal, ok := v.(*ast.BasicLit); ok {
					if code, err := strconv.Unquote(literal.Value); err == nil {
						out[code] = strings.TrimSuffix(filepath.Base(name), ".go")
					}
				}
			}
		}
	}
}
