package celrules

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/stretchr/testify/assert"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celparse"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestParse compares the trees of package celparse with those of cel-go: for the rules of the corpus, as they are and
// damaged, and for drawn ones, in the environments of all Kubernetes versions by turns. The package takes most real rules
// without optional fields.
func TestParse(t *testing.T) {
	var environments []*cel.Env
	var parsers []*celparse.Parser
	for minor := kubeversion.Oldest; minor <= kubeversion.Newest; minor++ {
		env := cases.Must(cellib.Env(minor, cellib.Stored))
		environments, parsers = append(environments, env), append(parsers, celparse.New(env.Macros()))
	}
	real := parity.Map(rulesOf(t), func(o occurrence) string {
		text, _ := o.rule["rule"].(string)
		return text
	})
	drawn := parity.Generated(parity.Full(40_000), func(seed uint64) string {
		r := parity.Rand(seed)
		text := one(r, pieces...)
		for range r.IntN(4) {
			text = damageText(r, text)
		}
		return text
	})
	damaged := parity.Times(real, parity.Full(100), func(seed uint64, text string) string { return damageText(parity.Rand(seed), text) })
	parity.Run(t, "cel-parse", parity.Join(real, damaged, drawn), func(c *parity.Check, text string) {
		at := len(text) % len(parsers)
		mine := parsers[at].Parse(text)
		if mine == nil {
			c.Void() // cel-go parses it
			return
		}
		theirs, issues := environments[at].Parse(text)
		if issues.Err() != nil {
			c.Fail("error", nil, issues.String(), "%s is parsed", text)
			return
		}
		c.Equal(text, treeText(mine.NativeRep()), treeText(theirs.NativeRep()))
	})
	left, optional := 0, 0
	for i := range real.N {
		_, text := real.At(i)
		switch {
		case parsers[len(parsers)-1].Parse(text) != nil:
		case optionals.MatchString(text):
			optional++
		default:
			left++
		}
	}
	t.Logf("left to cel-go of %d real rules: %d with optional fields, %d others", real.N, optional, left)
	assert.LessOrEqual(t, left, 1+real.N/50)
}

// optionals matches the syntax of optional fields and elements.
var optionals = regexp.MustCompile(`[.\[{]\s*\?`)

// treeText returns a tree with its IDs and their places.
func treeText(tree *ast.AST) string {
	e, err := ast.ExprToProto(tree.Expr())
	if err != nil {
		return err.Error()
	}
	return protojson.Format(e) + fmt.Sprint(tree.SourceInfo().OffsetRanges())
}
