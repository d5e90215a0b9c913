package cellib

import (
	"fmt"
	"testing"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/oracle/parity"

	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// environmentCase is an expression and the environment to compile it in.
type environmentCase struct {
	Expression string
	Minor      int
	Use        cellib.Use
}

// TestEnvironments compares every function and macro in every version, for new
// and stored expressions: whether it compiles, its type, its cost, and the error
// otherwise.
func TestEnvironments(t *testing.T) {
	var all []environmentCase
	for _, expression := range expressions() {
		for minor := kubeversion.Oldest; minor <= kubeversion.Newest; minor++ {
			all = append(all, environmentCase{expression, minor, cellib.New}, environmentCase{expression, minor, cellib.Stored})
		}
	}
	cases := parity.List(all, func(j environmentCase) string { return fmt.Sprint(j.Expression, " in 1.", j.Minor, " use ", j.Use) })
	parity.Run(t, "cel-environments", cases, func(c *parity.Check, in environmentCase) {
		l := inVersion(in.Minor, in.Use)
		_, ours := l.ours.compiled(in.Expression)
		_, theirs := l.theirs.compiled(in.Expression)
		c.Equal("compiled", ours, theirs)
	})
}
