package explain

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/advice"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/textlines"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Problem says what is wrong in a CRD, and the one thing to do about it.
type Problem struct {
	// Errors are the errors with this cause, at least one. Errors of the decoder and fields
	// that the server drops count as errors.
	Errors structural.Errors `json:"errors"`
	// Since is the first minor version that reports the first of the errors about a new CRD,
	// "1.34", or empty if all supported versions do.
	Since string `json:"since,omitempty"`
	// Hint says what to do. Its Text is empty if there is no advice.
	Hint hints.Hint `json:"hint"`
}

// CRD explains the answer to a request to write crd, one problem for each cause. First comes what
// keeps the server from reading the CRD, then the unknown fields that it drops, and then the
// errors, in their order. Errors have one cause if their hints have the same edits, if they are
// about the costs of one schema, or if one follows from another. Without problems, the server
// accepts crd with all its fields.
//
// The edits of several problems may change the same value: apply one, and validate again.
//
// The error is about the context or the budget (structural.ErrTooMuchWork).
func CRD(ctx context.Context, crd map[string]any, result crdschema.CRDResult) ([]Problem, error) {
	ctx, w := work.Share(ctx)
	given, err := advice.For(ctx, crd, result)
	if err != nil {
		return nil, err
	}
	var out []Problem
	for _, a := range given {
		out = append(out, Problem{Errors: a.Errors, Hint: a.Hint})
	}
	if len(result.Errors) > 0 {
		if err := date(ctx, crd, out); err != nil {
			return nil, err
		}
	}
	return out, w.Err()
}

// date sets the versions since which servers report the problems: it asks the oldest version, and
// then the next ones about what the older ones did not report.
func date(ctx context.Context, crd map[string]any, list []Problem) error {
	left := make([]*Problem, len(list))
	for i := range list {
		left[i] = &list[i]
	}
	for minor := kubeversion.Oldest; minor <= kubeversion.Newest && len(left) > 0; minor++ {
		errs, err := errorsAt(ctx, crd, minor)
		if err != nil {
			return err
		}
		reported := map[string]bool{}
		for _, e := range errs {
			reported[keyOfError(e)] = true
		}
		var later []*Problem
		for _, p := range left {
			switch {
			case !reported[keyOfError(p.Errors[0])]:
				later = append(later, p)
			case minor > kubeversion.Oldest:
				p.Since = kubeversion.Name(minor)
			}
		}
		left = later
	}
	return nil
}

// String returns the problem as [Problem.Text] does, without a file.
func (p Problem) String() string { return p.Text(Source{}) }

// Text returns the problem as lines for a reader: the words of the server for the first error,
// where it is, since when servers report it, what to do, the edits, what they lose, and the code
// in docs/ERRORS.md. crd is the text of the CRD.
func (p Problem) Text(crd Source) string {
	if len(p.Errors) == 0 {
		return ""
	}
	first, lines := p.Errors[0], textlines.Lines{}
	lines.Title(first.Error())
	if len(first.Path) > 0 {
		lines.Add("at", crd.located(first.Path))
	}
	others := p.others()
	for _, path := range others[:min(len(others), shown)] {
		lines.Add("also", crd.located(path))
	}
	if more := len(others) - shown; more > 0 {
		lines.Add("also", fmt.Sprint(more, " more"))
	}
	if p.Since != "" {
		lines.Add("since", "Kubernetes "+p.Since)
	}
	if p.Hint.Text != "" {
		lines.Add("do", p.Hint.Text)
	}
	lines.AddAll("change", textlines.Edits(p.Hint.Edits))
	lines.AddAll("loses", textlines.Paths(p.Hint.Loses))
	lines.Add("see", "docs/ERRORS.md, "+string(first.Code))
	return lines.String()
}

// others returns the paths of the errors after the first one, each once.
func (p Problem) others() (paths []structural.Path) {
	seen := map[string]bool{p.Errors[0].Path.Pointer(): true}
	for _, e := range p.Errors[1:] {
		if at := e.Path.Pointer(); !seen[at] {
			seen[at] = true
			paths = append(paths, e.Path)
		}
	}
	return paths
}
