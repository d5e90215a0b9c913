package celtree_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/celtree"
)

func TestParse(t *testing.T) {
	cases.Run(t, "testdata/expressions.yaml", []string{"text", "tree", "error"}, func(t *testing.T, c cases.Case) {
		text := c.Text(t, "text")
		tree, err := celtree.Parse(text, 100)
		if c.Has("error") {
			require.ErrorContains(t, err, c.Text(t, "error"))
			return
		}
		require.NoError(t, err)
		want := c.Text(t, "tree")
		require.Equal(t, want, printed(tree))
	})
}

func printed(e *celtree.Expr) string {
	var args []string
	for _, a := range e.Args {
		args = append(args, printed(a))
	}
	list := strings.Join(args, " ")
	switch e.Op {
	case celtree.Literal:
		if text, ok := e.Value.(string); ok {
			return fmt.Sprintf("%q", text)
		}
		if e.Value == nil {
			return "nil"
		}
		return fmt.Sprint(e.Value)
	case celtree.Ident:
		return e.Name
	case celtree.Select:
		return list + "." + e.Name
	case celtree.List:
		return "[" + list + "]"
	case celtree.Map:
		return "{" + list + "}"
	default:
		return "(" + e.Name + " " + list + ")"
	}
}

func TestMentions(t *testing.T) {
	tree, err := celtree.Parse("self.all(x, x == oldSelf.y)", 100)
	require.NoError(t, err)
	require.True(t, tree.Mentions("oldSelf"))
	require.False(t, tree.Mentions("y"))
}
