package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/advice"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Unknown says what happens to objects without a definition.
type Unknown uint8

// UnknownFails makes them unreadable, UnknownSkipped skips them.
const (
	UnknownFails Unknown = iota
	UnknownSkipped
)

// Judge answers for a server. It is safe for concurrent use.
type Judge struct {
	Compiler    *crdschema.Compiler
	Definitions *Definitions
	// Stored are the objects that requests update. All others create.
	Stored          Stored
	FieldValidation crdschema.FieldValidation
	// Namespace is the namespace of the requests, or "" for the object's own.
	Namespace string
	Unknown   Unknown
	// Published are the schemas of built-in kinds, or nil.
	Published *Published
	// OnlyCRDs skips all other objects.
	OnlyCRDs bool
}

// nameSuffix replaces the random suffix of generated names.
const nameSuffix = "xxxxx"

// Object returns the verdict on an object.
func (j *Judge) Object(ctx context.Context, o *input.Object) report.Item {
	v := verdict{ctx: ctx, object: o, item: start(o)}
	switch {
	case o.Err != nil:
		v.unreadable(report.RuleUnreadable, o.Err)
	case o.IsCRD():
		j.crd(&v)
	case j.OnlyCRDs:
		v.skip("it is not a CustomResourceDefinition")
	default:
		j.custom(&v)
	}
	for _, text := range o.Repeats {
		f := report.Finding{Level: report.Note, Rule: report.RuleNote, Message: "kubectl sends the last one of a repeated field: " + text, Line: v.item.Line}
		if at, found := o.PositionOfRepeated(ctx, text); found {
			f.Line, f.Column = at.Line, at.Column
		}
		v.add(f)
	}
	return v.item
}

func start(o *input.Object) report.Item {
	return report.Item{
		Verdict: report.Accepted, File: o.File, Line: o.At.Line, Path: text(o.Path),
		APIVersion: o.Text("apiVersion"), Kind: o.Text("kind"), Namespace: o.Meta("namespace"),
		Name: cmp.Or(o.Meta("name"), o.Meta("generateName")),
	}
}

// text returns a path as text, "" for the whole object.
func text(path structural.Path) string {
	if len(path) == 0 {
		return ""
	}
	return path.String()
}

func (j *Judge) crd(v *verdict) {
	o := v.object
	req := crdschema.CRDRequest{CRD: o.Value, Duplicates: o.Duplicates, FieldValidation: j.FieldValidation}
	old, err := j.storedCRD(v.ctx, j.Stored.of(o, o.Namespace()))
	if err != nil {
		v.unreadable(report.RuleNoVerdict, err)
		return
	}
	if old != nil {
		req.Operation, req.Old, req.CRD = crdschema.Update, old, withResourceVersion(o.Value, old)
	}
	res, err := j.Compiler.AdmitCRD(v.ctx, req)
	if err != nil {
		v.unreadable(report.RuleNoVerdict, err)
		return
	}
	advised, err := advice.For(v.ctx, o.Value, res)
	if err != nil {
		v.unreadable(report.RuleNoVerdict, err)
		return
	}
	given := hintsOf(advised)
	v.answer(res.Status(), res.Errors, inOrder(given, res.Errors), res.Dropped)
	v.warnings(res.Warnings, res.WarningPaths)
	v.hint(given, res.Errors)
	if res.Accepted() {
		v.lint(o.Value)
	}
	if err := j.Definitions.Add(v.ctx, o); err != nil && res.Accepted() {
		v.unreadable(report.RuleNoVerdict, err)
	}
}

// storedCRD returns a CRD of a file as the server stores it. One that it would not create today is
// returned as it is.
func (j *Judge) storedCRD(ctx context.Context, crd map[string]any) (map[string]any, error) {
	if crd == nil || (&input.Object{Value: crd}).Meta("resourceVersion") != "" {
		return crd, nil
	}
	res, err := j.Compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: crd, FieldValidation: crdschema.Ignore})
	if res.Accepted() {
		crd = res.Object
	}
	return stored(crd, ""), err
}

func (j *Judge) custom(v *verdict) {
	o := v.object
	d, err := j.Definitions.Of(o)
	if missing := (*NoDefinitionError)(nil); errors.As(err, &missing) {
		if isBuiltIn(o.GroupKind().Group) {
			schema, err := j.Published.of(v.ctx, o)
			if err != nil {
				v.unreadable(report.RuleNoVerdict, err)
				return
			}
			if schema != nil {
				j.builtIn(v, schema)
				return
			}
			if j.Published != nil && o.Text("kind") != "" {
				missing = &NoDefinitionError{text: fmt.Sprintf("%v is built into the server, and no OpenAPI document has it", o.GroupKind())}
			}
		}
		if j.Unknown == UnknownSkipped && !missing.Broken {
			v.skip(missing.Error())
			return
		}
		v.unreadable(report.RuleNoDefinition, missing)
		return
	}
	req := crdschema.Request{
		Object: o.Value, Duplicates: o.Duplicates, Namespace: cmp.Or(j.Namespace, o.Namespace()),
		FieldValidation: j.FieldValidation, NameSuffix: nameSuffix,
	}
	if old := j.Stored.of(o, o.Namespace()); old != nil {
		if d.Scope() == objectmeta.Namespaced {
			old = stored(old, req.Namespace)
		} else {
			old = stored(old, "")
		}
		req.Operation, req.Old, req.Object = crdschema.Update, old, withResourceVersion(o.Value, old)
	}
	res, err := d.Admit(v.ctx, req)
	if err != nil {
		v.unreadable(report.RuleNoVerdict, err)
		return
	}
	v.answer(res.Status(), res.Errors, explained(v.ctx, d, req, res), res.Dropped)
	v.warnings(res.Warnings, res.WarningPaths)
	v.notes(d, &res)
}

// verdict collects what is said about one object.
type verdict struct {
	ctx    context.Context
	object *input.Object
	item   report.Item
}

func (v *verdict) add(f report.Finding) { v.item.Findings = append(v.item.Findings, f) }

func (v *verdict) skip(why string) {
	v.item.Verdict = report.Skipped
	v.add(report.Finding{Level: report.Note, Rule: report.RuleSkipped, Message: why, Line: v.item.Line})
}

// unreadable adds why there is no verdict. The parts of the error have positions in a CRD that does
// not compile.
func (v *verdict) unreadable(rule string, err error) {
	v.item.Verdict = report.Unreadable
	parts := structural.ErrorsOf(err)
	if len(parts) == 0 || rule == report.RuleUnreadable {
		v.add(report.Finding{Level: report.Error, Rule: rule, Message: err.Error(), Line: v.object.At.Line, Column: v.object.At.Column})
		return
	}
	for _, e := range parts {
		v.add(v.located(report.Finding{Level: report.Error, Rule: string(e.Code), Message: e.Error()}, e.Path))
	}
}

func (v *verdict) located(f report.Finding, path structural.Path) report.Finding {
	at := v.object.PositionOf(v.ctx, path)
	f.Path, f.Line, f.Column = text(path), at.Line, at.Column
	return f
}

// answer adds the reasons of a rejected request: its errors or, without errors, its Status.
func (v *verdict) answer(status *crdschema.Status, errs structural.Errors, given []hints.Hint, dropped []structural.Path) {
	if status == nil {
		v.dropped(dropped)
		return
	}
	v.item.Verdict = report.Refused
	for i, e := range errs {
		f := v.located(report.Finding{Level: report.Error, Rule: string(e.Code), Message: e.Error()}, e.Path)
		if i < len(given) {
			f.Hint = given[i].Text
		}
		v.add(f)
	}
	if len(errs) == 0 {
		path := status.Path
		if path == nil && len(dropped) > 0 {
			path = dropped[0] // the Status is about unknown fields
		}
		f := v.located(report.Finding{Level: report.Error, Rule: status.Reason, Message: status.Message}, path)
		f.Hint = joined(given)
		if repeated := v.object.Duplicates; status.Path == nil && len(repeated) > 0 {
			if at, found := v.object.PositionOfRepeated(v.ctx, repeated[0]); found {
				f.Line, f.Column = at.Line, at.Column
			}
		}
		v.add(f)
	}
	v.dropped(dropped)
}

// joined returns the texts of hints as lines.
func joined(given []hints.Hint) string {
	var lines []string
	for _, hint := range given {
		if hint.Text != "" {
			lines = append(lines, hint.Text)
		}
	}
	return strings.Join(lines, "\n")
}

func (v *verdict) warnings(texts []string, paths []structural.Path) {
	for i, warning := range texts {
		f := report.Finding{Level: report.Warning, Rule: report.RuleWarning, Message: warning, Line: v.item.Line}
		if paths[i] != nil {
			f = v.located(f, paths[i])
		} else if at, found := v.object.PositionOfRepeated(v.ctx, warning); found {
			f.Line, f.Column = at.Line, at.Column
		}
		v.add(f)
	}
}

func (v *verdict) dropped(paths []structural.Path) {
	for _, path := range paths {
		at := v.object.PositionOf(v.ctx, path)
		v.item.Dropped = append(v.item.Dropped, report.Field{Path: path.String(), Line: at.Line, Column: at.Column})
	}
}

const notFound = 404

func (v *verdict) notes(d *crdschema.Definition, res *crdschema.Result) {
	status, note := res.Status(), ""
	switch {
	case status != nil && len(res.Errors) == 0 && status.Code == notFound:
		note = "the versions that are served: " + strings.Join(d.ServedVersions(), ", ")
	case res.Accepted() && res.Object == nil:
		note = fmt.Sprintf("valid, but not carried to storage: the server calls the conversion webhook of %s "+
			"to store the object at version %s, and rejects the request if that fails", d.Name(), d.StorageVersion().Name())
	}
	if note != "" {
		v.add(report.Finding{Level: report.Note, Rule: report.RuleNote, Message: note, Line: v.item.Line})
	}
}
