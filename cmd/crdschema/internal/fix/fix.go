// Package fix applies the hints about a CRD that lose nothing, and writes them into its text, whose
// comments and order remain.
package fix

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/advice"
)

// most is the number of hints that are applied to one CRD.
const most = 1000

// Edits returns the edits of the hints that lose nothing, one after the other, until none is left, and
// the CRD with them. It shares values with crd.
func Edits(ctx context.Context, compiler *crdschema.Compiler, crd map[string]any) (map[string]any, []hints.Edit, error) {
	var edits []hints.Edit
	for range most {
		result, err := compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: crd, FieldValidation: crdschema.Ignore})
		if err != nil {
			return nil, nil, err
		}
		given, err := advice.For(ctx, crd, result)
		if err != nil {
			return nil, nil, err
		}
		hint, found := lossless(given)
		if !found {
			break
		}
		crd, edits = hint.Apply(crd), append(edits, hint.Edits...)
	}
	return crd, edits, nil
}

func lossless(given []advice.Advice) (hints.Hint, bool) {
	for _, a := range given {
		if len(a.Edits) > 0 && len(a.Loses) == 0 {
			return a.Hint, true
		}
	}
	return hints.Hint{}, false
}
