package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural/apply"
)

// now is the time of all requests.
var now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// bodyAnswers sends objects of a definition as YAML texts.
func bodyAnswers(ctx context.Context, g *generate.Generator, _ uint64) []any {
	schema := g.Schema(generate.Valid)
	d, err := crdschema.Compile(ctx, generate.CRD(schema))
	if err != nil {
		return []any{err}
	}
	var answers []any
	for _, flavor := range []generate.Flavor{generate.Valid, generate.Nearly, generate.Hostile} {
		text, err := document.EncodeYAML(ctx, g.Object(schema, flavor))
		if err != nil {
			answers = append(answers, err)
			continue
		}
		answers = append(answers, admitted(ctx, d, crdschema.Request{Body: text, ContentType: "application/yaml", Namespace: "default", Now: now})...)
	}
	return answers
}

// admitted returns what the server answers, and stores.
func admitted(ctx context.Context, d *crdschema.Definition, req crdschema.Request) []any {
	result, err := d.Admit(ctx, req)
	if err != nil {
		return []any{err}
	}
	return []any{result.Object, result.Stored, result.Errors.Texts(), result.Warnings, result.Err()}
}

// ruleAnswers writes CRDs with wrong rules.
func ruleAnswers(ctx context.Context, g *generate.Generator, seed uint64) []any {
	crd := generate.CRD(g.Schema(generate.Valid), generate.WithStatus())
	if seed%2 == 0 {
		crd, _ = g.Mistakes(crd, 2)
	}
	text, err := document.EncodeYAML(ctx, crd)
	if err != nil {
		return []any{err}
	}
	result, err := crdschema.NewCompiler().AdmitCRD(ctx, crdschema.CRDRequest{Body: text, ContentType: "application/yaml"})
	if err != nil {
		return []any{err}
	}
	return []any{result.Object, result.Errors.Texts(), result.Warnings, result.Err()}
}

// applyAnswers applies configurations of two managers by turns, and updates the object.
func applyAnswers(ctx context.Context, g *generate.Generator, _ uint64) []any {
	schema := g.Schema(generate.Valid)
	d, err := crdschema.Compile(ctx, generate.CRD(schema))
	if err != nil {
		return []any{err}
	}
	applier, err := apply.New(d)
	if err != nil {
		return []any{err}
	}
	var live map[string]any
	var answers []any
	for i, manager := range []string{"a", "b", "a", "c", "b"} {
		req := apply.Request{Live: live, Object: g.Object(schema, generate.Valid), Manager: manager, Now: now}
		change := applier.Apply
		if manager == "c" {
			change = applier.Update
		} else if i > 2 {
			req.Force = true
		}
		next, err := change(ctx, req)
		answers = append(answers, next, err)
		if err == nil {
			live = next
		}
	}
	return answers
}

// sorted returns texts in their order.
func sorted(texts []any) []any {
	slices.SortFunc(texts, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return texts
}
