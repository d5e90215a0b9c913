package command

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/judge"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/document"
)

// readObjects returns the objects of names. The error is about the first one that cannot be read, or
// has repeated fields.
func readObjects(ctx context.Context, reader *input.Reader, names ...string) (out []input.Object, err error) {
	for s := range reader.Sources(ctx, names...) {
		for t := range s.Texts() {
			for _, o := range t.Objects(ctx) {
				if o.Err != nil {
					return nil, fmt.Errorf("%v: %w", &o, o.Err)
				}
				out = append(out, o)
			}
		}
	}
	return out, nil
}

// definitionsOf compiles the CRDs of names, and those among objects. The error is about the first one
// that cannot be read or served.
func definitionsOf(ctx context.Context, reader *input.Reader, names []string, objects ...input.Object) (*judge.Definitions, error) {
	compiler := crdschema.NewCompiler()
	j := judge.Judge{Compiler: compiler, Definitions: judge.NewDefinitions(compiler)}
	var first error
	j.Define(ctx, reader.Sources(ctx, names...), func(i report.Item) {
		if first == nil {
			o := input.Object{File: i.File, At: document.Position{Line: i.Line}}
			first = fmt.Errorf("%v: %s", &o, i.Findings[0].Message)
		}
	})
	if first != nil {
		return nil, first
	}
	for i := range objects {
		if o := &objects[i]; o.IsCRD() {
			if err := j.Definitions.Add(ctx, o); err != nil {
				return nil, fmt.Errorf("%v: %w", o, err)
			}
		}
	}
	return j.Definitions, nil
}
