package celrules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// tiedSchema returns a schema with eight rules of the same cost and a cheaper one,
// all of which together exceed the limit of a schema.
func tiedSchema() map[string]any {
	list := func(items int64, rule string) map[string]any {
		return map[string]any{"type": "array", "maxItems": items, "items": map[string]any{"type": "string", "maxLength": int64(1000)},
			rulesKey: []any{map[string]any{"rule": rule}}}
	}
	properties := map[string]any{"cheap": list(15_000, "self.all(x, x.matches('a+b+c+'))")}
	for i := range 8 {
		properties[fmt.Sprint("p", i)] = list(20_000, "self.all(x, x.matches('a+b+c+d+'))")
	}
	return map[string]any{"type": "object", "properties": properties}
}

// TestTiedCosts checks the handling of rules with equal costs: any of them may be
// named as the most expensive, but not a cheaper one, or one twice.
func TestTiedCosts(t *testing.T) {
	m := tiedSchema()
	props, err := upstream.Schema(m)
	require.NoError(t, err)
	crd, err := definitionOf(m)
	require.NoError(t, err)
	s, _ := cases.FromMap(m)
	mine := normalTexts(locate(checked(compiler, s)), m)
	cost := mentionedCost(props)
	answers := map[string]bool{}
	for range 100 {
		theirs := normalTexts(texts(definitionErrors(crd, nil)), m)
		answers[strings.Join(theirs, "\n")] = true
		tied := parity.Tied(mine, theirs, cost)
		slices.Sort(tied)
		assert.Equal(t, mine, tied)
	}
	assert.Greater(t, len(answers), 1, "the reference's answers vary")

	theirs := normalTexts(texts(definitionErrors(crd, nil)), m)
	for _, other := range []string{"cheap", "p1", "unknown"} {
		wrong := slices.Clone(mine)
		i := slices.IndexFunc(wrong, func(text string) bool { return strings.HasPrefix(text, "properties[p0]") })
		require.GreaterOrEqual(t, i, 0)
		wrong[i] = strings.Replace(wrong[i], "p0", other, 1)
		assert.Equal(t, theirs, parity.Tied(wrong, theirs, cost), other)
	}
}
