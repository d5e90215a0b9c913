// Crdtest runs tables of cases, as package crdtest describes them, and prints each case whose
// answer is not the expected one.
//
//	crdtest [FOLDER]
//
// Without a folder it runs a built-in table.
//
// # Exit code
//
//	0  all answers are the expected ones
//	1  at least one answer is another one
//	2  there is no verdict on at least one case, or a table has a mistake
package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/seed95800270/crdschema/crdtest"
)

const (
	exitPassed = iota
	exitFailed
	exitNoVerdict
)

//go:embed testdata
var builtIn embed.FS

func main() {
	fsys, name := fs.FS(builtIn), "testdata"
	if len(os.Args) > 1 {
		fsys, name = os.DirFS(os.Args[1]), "."
	}
	os.Exit(run(context.Background(), fsys, name, os.Stdout))
}

func run(ctx context.Context, fsys fs.FS, name string, to io.Writer) int {
	suite, err := crdtest.ReadSuite(ctx, fsys, name)
	if err != nil {
		fmt.Fprintln(to, err)
		return exitNoVerdict
	}
	code, passed := exitPassed, 0
	outcomes := suite.Check(ctx)
	for _, o := range outcomes {
		switch {
		case o.Err != nil:
			fmt.Fprintf(to, "no verdict  %s: %v\n", o.Case, o.Err)
			code = exitNoVerdict
		case !o.Passed():
			fmt.Fprintf(to, "failed      %s: %s\n\t%s\n", o.Position, o.Case, strings.Join(o.Failures, "\n\t"))
			code = max(code, exitFailed)
		default:
			passed++
		}
	}
	fmt.Fprintf(to, "cases %d, passed %d\n", len(outcomes), passed)
	return code
}
