package hints

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

const simpler = "Lower maxItems, maxProperties and maxLength, or write a simpler rule: what a rule costs is estimated from the greatest value that is allowed."

// expensive suggests the limits with which a rule, or all rules of a schema, cost little
// enough.
func expensive(p *problem) draft {
	fit := celrules.Fit{}
	if p.err.Code == codes.RuleCost {
		fit.Expression = p.path[p.rootDepth():]
	}
	rules := p.rulesOfSchema()
	if rules == nil {
		return draft{text: simpler}
	}
	found, err := rules.SuggestBounds(p.ctx, fit)
	switch {
	case err != nil:
		p.left = -1 // no more edits
		return draft{text: simpler}
	case found.Blame != nil:
		return draft{text: blamed(found)}
	case found.Bounds == nil:
		return draft{text: simpler}
	}
	return p.bounded(found)
}

// rulesOfSchema returns the rules of the schema with the error, or nil without a schema.
func (p *problem) rulesOfSchema() *celrules.Rules {
	at := p.path[:p.rootDepth()]
	key := at.String()
	if known, found := p.rules[key]; found {
		return known
	}
	var rules *celrules.Rules
	if object := objectAt(p.crd, at); object != nil {
		if s, _, err := structural.FromMap(p.ctx, object); err == nil {
			rules = celrules.Compile(s, structural.Resource)
		}
	}
	if p.rules == nil {
		p.rules = map[string]*celrules.Rules{}
	}
	p.rules[key] = rules
	return rules
}

func blamed(found celrules.Suggestion) string {
	const shown = 200
	part := found.Blame.Text
	if len(part) > shown {
		part = strings.ToValidUTF8(part[:shown], "") + " …"
	}
	return fmt.Sprintf("Write a cheaper rule, or several: no limit helps. %s costs %d of %d even for the smallest values.",
		part, found.Blame.Own, uint64(celrules.ExpressionLimit))
}

func (p *problem) bounded(found celrules.Suggestion) draft {
	var moved, added []string
	var changes []change
	for _, b := range found.Bounds {
		path := p.path[:p.rootDepth()].Append(b.Path...).Append(structural.Field(b.Keyword))
		if b.Moved {
			moved = append(moved, b.String())
			changes = append(changes, set(path, b.Value))
		} else {
			added = append(added, b.String())
			changes = append(changes, limit(path, b.Value))
		}
	}
	var texts []string
	if moved != nil {
		texts = append(texts, "Write the limits beside the type, because the estimate ignores allOf: "+named(moved)+".")
	}
	if added != nil {
		texts = append(texts, "Limit what the rule may meet: "+named(added)+". Larger values are rejected then.")
	}
	texts = append(texts, fmt.Sprintf("The estimated cost becomes %d instead of %d.", found.After, found.Before))
	return draft{strings.Join(texts, " "), changes}
}

const maxListed = 8

func named(texts []string) string {
	more := ""
	if n := len(texts) - maxListed; n > 0 {
		texts, more = texts[:maxListed], fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(texts, ", ") + more
}
