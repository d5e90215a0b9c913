package cellib

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/oracle/parity"

	"github.com/seed95800270/crdschema/internal/kubeversion"
)

//go:embed testdata/expressions.txt
var expressionList string

// expressions returns the lines of the table except comments.
func expressions() []string {
	var list []string
	for line := range strings.Lines(expressionList) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}

// subject is an expression and the values of its variables.
type subject struct {
	Expression string
	Variables  map[string]any
}

// compareCall compares all results of a subject in 1.37. The reference visits the
// parameters of a URL in random order.
func compareCall(c *parity.Check, in subject) {
	for _, use := range []cellib.Use{cellib.Stored, cellib.New} {
		l := inVersion(kubeversion.Newest, use)
		ours := l.ours.answer(in.Expression, in.Variables)
		theirs := func() answer { return l.theirs.answer(in.Expression, in.Variables) }
		parity.OneOf(c, fmt.Sprint("use ", use), ours, theirs, "D24")
	}
}

// TestLibraries compares every function with values of all kinds, as variables
// and as literals.
func TestLibraries(t *testing.T) {
	table := parity.List(expressions(), func(s string) string { return s })
	cases := parity.Times(table, parity.Full(200), func(seed uint64, expression string) subject {
		r := parity.Rand(seed)
		vars := values(r)
		if seed%2 == 1 {
			return subject{literally(expression, vars), nil}
		}
		return subject{expression, used(expression, vars)}
	})
	parity.Run(t, "cel-libraries", cases, compareCall)
}

// used returns the variables that an expression mentions.
func used(expression string, vars map[string]any) map[string]any {
	some := map[string]any{}
	for _, name := range variable.FindAllString(expression, -1) {
		if v, ok := vars[name]; ok {
			some[name] = v
		}
	}
	return some
}
