package cellib

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
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
		_, theirs := l.theirs.compiled(in.sent())
		if in.Minor < collectionOptionals {
			theirs.Issues = restore.Replace(theirs.Issues)
		}
		c.Equal("compiled", ours, theirs)
	})
}

// collectionOptionals is the first minor version whose cel-go has first, last, unwrap
// and unwrapOpt of optional values. The reference has them in every version, because it
// has that of 1.37: for servers before, it gets names of the same length in their place
// that nobody declares.
const collectionOptionals = 33

var (
	rename  = strings.NewReplacer(".first(", ".fir_t(", ".last(", ".la_t(", ".unwrap(", ".unwr_p(", ".unwrapOpt(", ".unwrapO_t(")
	restore = strings.NewReplacer("fir_t", "first", "la_t", "last", "unwr_p", "unwrap", "unwrapO_t", "unwrapOpt")
)

// sent returns the expression for the reference.
func (e environmentCase) sent() string {
	if e.Minor < collectionOptionals {
		return rename.Replace(e.Expression)
	}
	return e.Expression
}
