package cellib

import (
	"fmt"
	"testing"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/oracle/parity"

	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// version is an expression and who judges it.
type judgement struct {
	Expression string
	Minor      int
	Use        cellib.Use
}

// Every function and macro in every version, written and stored: whether it
// compiles, to which type, at which cost, and what is said if it does not.
func TestEnvironments(t *testing.T) {
	var all []judgement
	for _, expression := range expressions() {
		for minor := kubeversion.Oldest; minor <= kubeversion.Newest; minor++ {
			all = append(all, judgement{expression, minor, cellib.New}, judgement{expression, minor, cellib.Stored})
		}
	}
	cases := parity.List(all, func(j judgement) string { return fmt.Sprint(j.Expression, " in 1.", j.Minor, " use ", j.Use) })
	parity.Run(t, "cel-environments", cases, func(c *parity.Check, in judgement) {
		l := inVersion(in.Minor, in.Use)
		_, ours := l.ours.compiled(in.Expression)
		_, theirs := l.theirs.compiled(in.Expression)
		c.Equal("compiled", ours, theirs)
	})
}
