package celrules

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"

	ours "github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// compiler is shared by all cases, so that a case may use cached results of
// others.
var compiler = ours.NewCompiler()

// compareWritten compares the errors of the rules of a schema when a definition
// is written.
func compareWritten(c *parity.Check, m, old map[string]any) {
	props, s, ok := readable(c, m)
	if !ok {
		return
	}
	crd, err := definitionOf(m)
	if err != nil {
		panic(err)
	}
	var before *apiextensions.CustomResourceDefinition
	var keywords []structural.CheckOption
	var opts []ours.CheckOption
	if old != nil {
		if before, err = definitionOf(old); err != nil {
			panic(err)
		}
		was, _ := cases.FromMap(old)
		keywords = append(keywords, structural.WithOldSchemas(was))
		opts = append(opts, ours.WithOldSchemas(was))
		if parity.Equal(m, old) {
			opts = append(opts, ours.WithUnchangedSchema())
		}
	}
	theirs, panicked := upstream.Call(func() []string { return texts(definitionErrors(crd, before)) })
	if panicked != nil || aboutDefaults(theirs) {
		c.Void() // see TestFieldPath, and celrules TestCheck; the reference does not check rules
		return
	}
	schemaErrs := cases.Must(structural.CheckKeywords(context.Background(), s, structural.Resource, append(keywords, structural.WithSchemaCheck(ours.CheckFields))...))
	errs := append(schemaErrs, checked(compiler, s, append(opts, ours.WithKeywordErrors(schemaErrs))...)...)
	c.Coded(errs...)
	mine := normalTexts(locate(errs), m)
	c.Texts("errors", mine, normalTexts(theirs, m), parity.Row("D26", func() any {
		return parity.Tied(mine, normalTexts(theirs, m), mentionedCost(props))
	}))
}

// mentionedCost returns the cost of the rule that an error names as one of the
// most expensive.
func mentionedCost(props *apiextensions.JSONSchemaProps) func(text string) (string, bool) {
	return upstream.MentionedCost(func() map[string]string { return upstream.RuleCosts(props, "") })
}

// normalTexts returns texts in order. It replaces the numbers of unknown types,
// which the reference chooses at random, unless the schema contains such a name
// itself.
func normalTexts(texts []string, schema map[string]any) []string {
	out := slices.Clone(texts)
	if text, err := upstream.Encode(schema); err != nil || !unknownType.Match(text) {
		for i, text := range out {
			out[i] = unknownType.ReplaceAllString(text, "_var")
		}
	}
	slices.Sort(out)
	return out
}

var unknownType = regexp.MustCompile(`_var[0-9]+`)

func blocking(problems structural.Errors) (out structural.Errors) {
	for _, p := range problems {
		if p.Kind != field.UnknownField {
			out = append(out, p)
		}
	}
	return out
}

// aboutDefaults reports whether a default is invalid: the reference does not
// compile rules then.
func aboutDefaults(texts []string) bool {
	for _, text := range texts {
		if path, _, _ := strings.Cut(text, ": "); strings.Contains(path, ".default") || strings.HasPrefix(path, "default") ||
			strings.Contains(text, "must not be set") {
			return true
		}
	}
	return false
}

// locate returns the texts of errors with <schema> for the path of the schema
// where the reference prints a path in the text.
func locate(errs structural.Errors) []string {
	out := errs.Texts()
	for i := range out {
		out[i] = mark(normal(out[i])) // rules may contain such names
	}
	return out
}

func mark(text string) string {
	const within = "portion of the schema within "
	before, path, found := strings.Cut(text, within)
	switch {
	case !found:
		return text
	case path == "<nil>":
		path = ""
	case !strings.HasPrefix(path, "["):
		path = "." + path
	}
	return before + within + "<schema>" + path
}

// TestCompile compares every schema of the corpus with rules, every rule alone,
// and ten variants of each rule, most of them invalid.
func TestCompile(t *testing.T) {
	real := ruledSchemas(t)
	occurrences := rulesOf(t)
	variants := parity.Times(occurrences, max(1, parity.Full(10)), damaged)
	small := parity.Map(occurrences, func(o occurrence) map[string]any { return o.schema() })
	cases := parity.Join(real, small, parity.Map(variants, func(o occurrence) map[string]any { return o.schema() }))
	parity.Run(t, "cel-compile", cases, func(c *parity.Check, m map[string]any) { compareWritten(c, m, nil) })
}
