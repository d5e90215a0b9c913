package advice

import (
	"context"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// causes joins the errors that have one cause: the costs of a schema, errors with the same
// edits, and errors that another one entails.
func causes(ctx context.Context, crd map[string]any, errs structural.Errors, given []hints.Hint) ([]Advice, error) {
	joined := joiner{byKey: map[string]int{}}
	for i, e := range errs {
		if e == nil {
			continue
		}
		at, known := joined.find(e, given[i])
		switch {
		case !known:
			joined.list = append(joined.list, Advice{structural.Errors{e}, given[i]})
		default:
			joined.list[at].Errors = append(joined.list[at].Errors, e)
			if better := given[i].Edits != nil || lastField(e) == "kind"; joined.list[at].Edits == nil && better && !joined.costs[at] {
				joined.list[at].Hint = given[i]
			}
		}
	}
	for at := range joined.list {
		a := &joined.list[at]
		if !joined.costs[at] || len(a.Errors) == 1 {
			continue
		}
		total := &structural.Error{Path: schemaOf(a.Errors[0].Path), Code: codes.RuleCostTotal}
		hint, _, err := hints.For(ctx, crd, total)
		if err != nil {
			return nil, err
		}
		a.Hint = hint
	}
	return joined.list, nil
}

// schemaOf returns the path of the schema of a version.
func schemaOf(path structural.Path) structural.Path {
	return path[:slices.Index(path, structural.Field("openAPIV3Schema"))+1]
}

// lastField returns the name of the last field of a path.
func lastField(e *structural.Error) string {
	for _, step := range slices.Backward(e.Path) {
		if step.Kind() != field.IndexStep {
			return step.Name()
		}
	}
	return ""
}

// joiner collects advice by what it has in common with other advice.
type joiner struct {
	list  []Advice
	byKey map[string]int
	costs map[int]bool // about the costs of a schema
}

// find returns the advice about an error with the same cause, or false for the first one.
func (j *joiner) find(e *structural.Error, h hints.Hint) (at int, known bool) {
	keys := []string{editKey(h)}
	switch e.Code {
	case codes.RuleCost, codes.RuleCostTotal, codes.RuleCostContribution:
		keys = []string{"costs " + schemaOf(e.Path).String()}
		if _, known := j.byKey[keys[0]]; !known {
			if j.costs == nil {
				j.costs = map[int]bool{}
			}
			j.costs[len(j.list)] = true
		}
	case codes.StorageVersion:
		keys = append(keys, "storage")
	case codes.StoredVersionsRequired, codes.StoredVersionsStorage:
		keys = []string{"storage"}
	case codes.CRDFieldRequired:
		if follows[lastField(e)] != "" {
			keys = append(keys, follows[lastField(e)])
		}
	case codes.CRDFieldValue, codes.WebhookForbidden, codes.ConversionPreserve:
		if len(e.Path) > 1 && e.Path[1] == structural.Field("conversion") {
			keys = append(keys, "conversion")
		}
	}
	for _, key := range keys {
		if at, known = j.byKey[key]; known {
			break
		}
	}
	if !known {
		at = len(j.list)
	}
	for _, key := range keys {
		if _, used := j.byKey[key]; !used && key != "" {
			j.byKey[key] = at
		}
	}
	return at, known
}

// follows are the fields that the server fills in from the kind, and the kind.
var follows = map[string]string{"kind": "kind", "singular": "kind", "listKind": "kind"}

// editKey returns what the edits of a hint are known by, or "" for a hint without edits.
func editKey(h hints.Hint) string {
	if len(h.Edits) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(h.Text)
	for _, e := range h.Edits {
		b.WriteByte('\n')
		b.WriteString(e.Path.String())
	}
	return b.String()
}
