package attack

import (
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// table is testdata/growth.yaml.
type table struct {
	Shapes map[string]string
	// Doors are the functions through which most inputs come. They are measured at larger
	// sizes, and for which the worst row is printed; a name may end in *.
	Doors      []string
	Exceptions []*exception
}

// exception is a row, or several, with other limits.
type exception struct {
	// Shapes and Functions are names; a function may end in *.
	Shapes, Functions []string
	limits            `yaml:",inline"`
	// Why is the reason.
	Why  string
	used atomic.Bool
}

// limits are the limits of a row.
type limits struct {
	// Product reports whether the call must end at a small budget at the largest size.
	Product bool
	// Operations and Bytes are the largest exponents, Peak the largest heap per byte.
	Operations, Bytes, Peak float64
	// PerStep is the largest number of operations for a step of the budget of a product.
	PerStep float64 `yaml:"perStep"`
	// Late is how late the call may return, for functions without a context.
	Late time.Duration
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

// limits returns the limits of a row.
func (t table) limits(shape, function string) limits {
	limits := limits{Operations: maxExponent, Bytes: maxExponent, Peak: maxPeak, PerStep: maxPerStep, Late: maxLate}
	for _, e := range t.Exceptions {
		if !matchesAny(e.Shapes, shape) || !matchesAny(e.Functions, function) {
			continue
		}
		e.used.Store(true)
		limits.Product = limits.Product || e.Product
		limits.Operations = max(limits.Operations, e.Operations)
		limits.Bytes = max(limits.Bytes, e.Bytes)
		limits.Peak = max(limits.Peak, e.Peak)
		limits.PerStep = max(limits.PerStep, e.PerStep)
		limits.Late = max(limits.Late, e.Late)
	}
	return limits
}

// products returns the functions that are products with a shape.
func (t table) products(shape string) []string {
	var out []string
	for _, e := range t.Exceptions {
		if e.Product && matchesAny(e.Shapes, shape) {
			out = append(out, e.Functions...)
		}
	}
	return out
}
