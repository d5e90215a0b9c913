package celrules

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

const (
	// ExpressionLimit is the most that one expression of a new schema may cost,
	// for all values of an object together, in cost units.
	ExpressionLimit = 10_000_000
	// SchemaLimit is the most that all expressions of a schema may cost together.
	SchemaLimit = 100_000_000

	// mentioned is how many expressions are named if all cost too much together,
	// out of those that cost notable or more.
	mentioned = 4
	notable   = SchemaLimit / 100
)

// total adds up what expressions cost.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// TotalCost.
type total struct {
	cost uint64
	most []costly // most costly first
}

type costly struct {
	path structural.Path
	cost uint64
}

func (t *total) add(cost uint64, path func() structural.Path) {
	t.cost = add(t.cost, cost)
	if cost < notable {
		return
	}
	i := len(t.most)
	for i > 0 && t.most[i-1].cost < cost {
		i--
	}
	if i < mentioned {
		t.most = slices.Insert(t.most, i, costly{path(), cost})
		t.most = t.most[:min(len(t.most), mentioned)]
	}
}

// exceeds is the server's complaint about a cost.
//
// Rule: the same package, getCostErrorMessage.
func exceeds(name string, cost, limit uint64) string {
	var factor string
	switch ratio := float64(cost) / float64(limit); {
	case ratio > 100:
		factor = "more than 100x"
	case ratio < 1.5:
		factor = fmt.Sprintf("%fx", ratio)
	default:
		factor = fmt.Sprintf("%.1fx", ratio)
	}
	return name + " exceeds budget by factor of " + factor + " (try simplifying the rule, or adding maxItems, " +
		"maxProperties, and maxLength where arrays, maps, and strings are declared)"
}
