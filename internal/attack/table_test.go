package attack

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// table is testdata/growth.yaml.
type table struct {
	Shapes     map[string]string
	Exceptions []*exception
}

// exception is a row, or several, with other limits.
type exception struct {
	// Shapes and Functions are names; a function may end in *.
	Shapes, Functions []string
	// Product reports whether the call may end at its budget.
	Product bool
	// Operations and Bytes are the largest exponents, Peak the largest heap per byte.
	Operations, Bytes, Peak float64
	// Why is the reason.
	Why  string
	used bool
}

func readTable(t *testing.T) table {
	text, err := os.ReadFile("testdata/growth.yaml")
	require.NoError(t, err)
	var out table
	require.NoError(t, yaml.Unmarshal(text, &out))
	for name := range shapes {
		require.NotEmpty(t, out.Shapes[name], "growth.yaml does not describe a shape: %s", name)
	}
	for name := range out.Shapes {
		require.NotNil(t, shapes[name], "growth.yaml describes a shape that does not exist: %s", name)
	}
	for _, e := range out.Exceptions {
		require.NotEmpty(t, e.Why, "an exception needs a reason: %v", e)
	}
	return out
}

// limits returns those of a row.
func (t table) limits(shape, function string) exception {
	limits := exception{Operations: maxExponent, Bytes: maxExponent, Peak: maxPeak}
	for _, e := range t.Exceptions {
		if !matchesAny(e.Shapes, shape) || !matchesAny(e.Functions, function) {
			continue
		}
		e.used = true
		limits.Product = limits.Product || e.Product
		limits.Operations = max(limits.Operations, e.Operations)
		limits.Bytes = max(limits.Bytes, e.Bytes)
		limits.Peak = max(limits.Peak, e.Peak)
	}
	return limits
}

func matchesAny(patterns []string, name string) bool {
	for _, p := range patterns {
		if begin, open := strings.CutSuffix(p, "*"); p == name || open && strings.HasPrefix(name, begin) {
			return true
		}
	}
	return len(patterns) == 0
}
