package hints_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/lint"
)

// linted is a CRD and a finding about it.
type linted struct {
	label   string
	crd     map[string]any
	finding lint.Finding
}

// TestLint applies the edits of each finding about a CRD that the reference accepts: the
// reference must accept the edited CRD, too, and the finding must be gone. The findings about the
// corpus are printed.
func TestLint(t *testing.T) {
	var list []linted
	counts := map[lint.Code]int{}
	crds := 0
	for _, crd := range corpus.Load(t).CRDs {
		if len(create(crd.Manifest)) > 0 {
			continue
		}
		crds++
		for _, f := range cases.Must(lint.CRD(t.Context(), crd.Manifest)) {
			counts[f.Code]++
			list = append(list, linted{fmt.Sprint(crd.File, " ", f.Path), crd.Manifest, f})
			t.Logf("%s: %s: %s: %s", crd.File, f.Path, f.Code, f.Message)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%s: %d", code, counts[code])
	}
	t.Logf("%d findings about %d CRDs", len(list), crds)
	parity.Run(t, "lint-edits", parity.List(list, func(l linted) string { return l.label }), func(c *parity.Check, in linted) {
		if in.finding.Fix.Edits == nil {
			c.Void()
			return
		}
		edited := in.finding.Fix.Apply(in.crd)
		if errs := create(edited); len(errs) > 0 {
			c.Fail("errors", nil, errs, "%v", in.finding)
		}
		for _, f := range cases.Must(lint.CRD(t.Context(), edited)) {
			if f.Code == in.finding.Code && f.Path.Compare(in.finding.Path) == 0 && f.Message == in.finding.Message {
				c.Fail("finding", f, nil, "%v", in.finding)
			}
		}
	})
}
