package celrules

import (
	"context"
	"strings"
	"testing"

	ours "github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// TestForm compares the errors about the form of rules in schemas of every kind,
// also those whose rules are not compiled.
func TestForm(t *testing.T) {
	real := parity.Map(parity.List(corpus.Load(t).Schemas(), corpus.Schema.Label), func(s corpus.Schema) map[string]any { return s.Map })
	edited := parity.Times(real, parity.Full(20), func(seed uint64, m map[string]any) map[string]any {
		return mutate.Schema(parity.Rand(seed), m, 2+int(seed%12))
	})
	contradicting := parity.Generated(parity.Full(20_000), func(seed uint64) map[string]any {
		r := parity.Rand(seed)
		return mutate.Schema(r, contrary.Schema(r, 3), 8)
	})
	parity.Run(t, "cel-form", parity.Join(real, edited, contradicting), form)
}

func form(c *parity.Check, m map[string]any) {
	props, err := upstream.Schema(m)
	if err != nil {
		c.Void()
		return
	}
	theirs, panicked := upstream.Call(func() upstream.SchemaErrors { return upstream.CheckSchema(props) })
	if panicked != nil {
		c.Void() // on a field path behind additionalProperties: true
		return
	}
	s, _ := cases.FromMap(m)
	others := 0
	var mine []string
	for _, e := range cases.Must(structural.CheckKeywords(context.Background(), s, structural.Resource, structural.WithSchemaCheck(ours.CheckFields))) {
		if strings.Contains(e.Path.String(), rulesKey+"[") {
			mine = append(mine, e.Error())
		} else {
			others++
		}
	}
	c.Texts("rules", mine, theirs.Rules)
	c.Equal("others", others, len(cases.Must(structural.CheckKeywords(context.Background(), s, structural.Resource))))
}
