package oracle

import (
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestStructuralParse compares decoding. Of several unsupported keywords the
// reference names the first that it finds, without a path. Ours names all, so the
// reference's must be among them, and there must be none if it has none. Unknown
// fields must be among ours, too: a strict decoder overlooks those below items
// and additionalProperties, and all after the hundredth.
func TestStructuralParse(t *testing.T) {
	real := corpusSchemas(t)
	cases := parity.Join(real, damagedSchemas(real, parity.Full(20)), editedSchemas(real, parity.Full(20)),
		generatedSchemas(parity.Full(20_000)))
	parity.Run(t, "structural-parse", cases, compareParse)
}

func compareParse(c *parity.Check, schema map[string]any) {
	_, problems := cases.FromMap(schema)
	c.Coded(problems...)
	theirs, _ := upstream.UnknownSchemaFields(schema)
	ours := textsOf(problems, field.UnknownField)
	for _, text := range theirs {
		if !slices.Contains(ours, text) {
			c.Fail("unknown fields", ours, theirs, "%s is not among ours", text)
		}
	}
	props, err := upstream.Schema(schema)
	c.Equal("decodable", !has(problems, field.Undecodable), err == nil)
	if err != nil {
		return
	}
	_, unsupported := upstream.NewStructuralFrom(props)
	ours = textsOf(problems, field.Forbidden)
	switch {
	case unsupported == nil:
		c.Texts("unsupported", ours, nil)
	case !slices.Contains(ours, unsupported.Error()):
		c.Fail("unsupported", ours, unsupported, "theirs is not among ours")
	}
}

// textsOf returns the texts of the errors of one kind.
func textsOf(errs structural.Errors, kind structural.Kind) []string {
	var out []string
	for _, e := range errs {
		if e.Kind == kind {
			out = append(out, e.Error())
		}
	}
	return out
}

func has(errs structural.Errors, kind structural.Kind) bool {
	return slices.ContainsFunc(errs, func(e *structural.Error) bool { return e.Kind == kind })
}
