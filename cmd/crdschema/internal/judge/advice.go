package judge

import (
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/advice"
	"github.com/seed95800270/crdschema/lint"
	"github.com/seed95800270/crdschema/structural"
)

// hintsOf returns the text of each advice by its first error. The other errors of a cause have none.
func hintsOf(given []advice.Advice) map[string]string {
	out := map[string]string{}
	for _, a := range given {
		if key := hintKey(a.Errors[0]); out[key] == "" {
			out[key] = a.Text
		}
		out[a.Errors[0].Path.String()] = a.Text
	}
	return out
}

// inOrder returns the hint of each error.
func inOrder(given map[string]string, errs structural.Errors) []hints.Hint {
	out := make([]hints.Hint, len(errs))
	for i, e := range errs {
		out[i].Text = given[hintKey(e)]
	}
	return out
}

func hintKey(e *structural.Error) string { return string(e.Code) + " " + e.Path.String() }

// hint adds the hints about a Status without errors, and about warnings of dropped fields.
func (v *verdict) hint(given map[string]string, errs structural.Errors) {
	for i := range v.item.Findings {
		f := &v.item.Findings[i]
		if f.Path != "" && (f.Level == report.Warning || f.Level == report.Error && len(errs) == 0) {
			f.Hint = given[f.Path]
		}
	}
}

// lint adds what is surely wrong in an accepted CRD. A look that takes too much work leaves a note: the
// verdict stands.
func (v *verdict) lint(crd map[string]any) {
	found, err := lint.CRD(v.ctx, crd)
	for _, f := range found {
		finding := v.located(report.Finding{Level: report.Warning, Rule: string(f.Code), Message: f.Path.String() + ": " + f.Message}, f.Path)
		finding.Hint = f.Fix.Text
		v.add(finding)
	}
	if err != nil {
		v.add(report.Finding{Level: report.Note, Rule: report.RuleNote, Message: "not all of the schema was looked at: " + err.Error(), Line: v.item.Line})
	}
}
