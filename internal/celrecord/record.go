// Package celrecord writes down everything that this library says about the rules of a schema:
// errors, estimates, and what evaluating an object gives and costs. Programs that link
// different versions of cel-go must write the same. Only tests use it.
package celrecord

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// Lines reads cases, one in each line, and writes the record of each as a line. A case is a
// JSON object with a schema and, to evaluate them, an object and an old one.
func Lines(r io.Reader, w io.Writer) error {
	in, out := bufio.NewReader(r), bufio.NewWriter(w)
	compiler := celrules.NewCompiler()
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		text, err := json.Marshal(recordOf(compiler, line))
		if err != nil {
			return err
		}
		if _, err := out.Write(append(text, '\n')); err != nil {
			return err
		}
	}
}

// record has the texts of all answers.
type record struct {
	Schema, Check, Costs, Errors, Tolerated []string
	Cost                                    int64
	Exhausted                               bool
	Failure                                 string
}

func recordOf(compiler *celrules.Compiler, line []byte) (r record) {
	ctx := context.Background()
	defer func() {
		if p := recover(); p != nil {
			r.Failure = fmt.Sprint("panic: ", p)
		}
	}()
	decoded, err := document.DecodeJSON(ctx, line)
	if err != nil {
		return record{Failure: err.Error()}
	}
	schema, _ := decoded.Object["schema"].(map[string]any)
	s, errs, err := structural.FromMap(ctx, schema)
	r.Schema = errs.Texts()
	if err == nil {
		err = r.rules(ctx, compiler, s, decoded.Object)
	}
	if err != nil {
		r.Failure = err.Error()
	}
	return r
}

func (r *record) rules(ctx context.Context, compiler *celrules.Compiler, s *structural.Schema, in map[string]any) error {
	errs, err := compiler.Check(ctx, s, structural.Resource)
	r.Check = errs.Texts()
	if err != nil {
		return err
	}
	rules := compiler.Compile(s, structural.Resource)
	report, err := rules.Cost(ctx)
	if err != nil {
		return err
	}
	for _, e := range report.Expressions {
		r.Costs = append(r.Costs, fmt.Sprintf("%s: %d × %d", e.Path, e.Cost, e.Times))
	}
	result, err := rules.Validate(ctx, celrules.Input{Object: in["object"], Old: in["old"]})
	r.Errors, r.Tolerated = result.Errors.Texts(), result.Ratcheted.Texts()
	r.Cost, r.Exhausted = result.Cost, result.Exhausted
	return err
}
