package oracle

import (
	"context"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/internal/oracle/contrary"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// TestValidate compares the values of new objects.
func TestValidate(t *testing.T) {
	real := corpusValues(t)
	cases := parity.Join(real, damagedValues(real, parity.Full(20)),
		generatedValues(parity.Full(40_000)), contraryValues(parity.Full(40_000)))
	parity.Run(t, "validate", cases, func(c *parity.Check, in valued) {
		errs := verdictOf(in.ours.Validate(context.Background(), in.object))
		c.Equal("valid", verdictOf(in.ours.Valid(context.Background(), in.object)), len(errs) == 0)
		textsOneOf(c, "errors", c.OurTexts(errs), func() []string { return in.theirs.Validate(in.object, nil) })
	})
}

// textsOneOf compares texts with those of a reference whose answer may vary from
// run to run: of errors with paths that are spelled alike it reports one. It returns
// the answer that equals ours if there is one.
func textsOneOf(c *parity.Check, what string, ours []string, theirs func() []string) []string {
	answer, _ := parity.Repeat(parity.Often, theirs, func(answer []string) bool {
		return parity.Equal(once(ours), once(answer))
	})
	c.Texts(what, ours, answer)
	return answer
}

// TestValidateParts compares values of any type, at the root and below it, and with
// the formats of 1.36. The reference has the formats of any version, but checks the
// ranges of numbers in all of them, as servers do since 1.36 only: earlier versions
// are compared with the reference of their time, in the module older.
func TestValidateParts(t *testing.T) {
	type input struct {
		validators
		before       *validation.Validator
		theirsBefore upstream.Validator
	}
	schemas := parity.Generated(parity.Full(5_000), func(seed uint64) input {
		r := parity.Rand(seed)
		j, _ := validatorsOf(contrary.Schema(r, 1+r.IntN(4)))
		theirs, err := upstream.NewValidatorOf(j.schema, 35)
		if err != nil {
			panic(err)
		}
		return input{j, validation.Compile(j.parsed, validation.WithKubernetesVersion("1.36")), theirs}
	})
	type part struct {
		input
		value any
	}
	cases := parity.Times(parity.Recent(schemas), 4, func(seed uint64, in input) part {
		return part{in, contrary.Value(parity.Rand(seed), in.schema)}
	})
	parity.Run(t, "validate-parts", cases, func(c *parity.Check, in part) {
		textsOneOf(c, "at the root", c.OurTexts(verdictOf(in.ours.Validate(context.Background(), in.value))),
			func() []string { return in.theirs.Validate(in.value, nil) })
		textsOneOf(c, "by formats of 1.36", c.OurTexts(verdictOf(in.before.Validate(context.Background(), in.value))),
			func() []string { return in.theirsBefore.Validate(in.value, nil) })
		at := in.ours.At(structural.Path{structural.Field("status")})
		textsOneOf(c, "below", c.OurTexts(verdictOf(at.Validate(context.Background(), in.value))),
			func() []string { return in.theirs.Validate(in.value, field.NewPath("status")) })
	})
}

// TestValidateDefaults compares values as defaults, which follow other rules.
func TestValidateDefaults(t *testing.T) {
	type input struct {
		validators
		theirs upstream.Validator
		value  any
	}
	place := structural.Path{structural.Field("properties"), structural.Key("x"), structural.Field("default")}
	base := field.NewPath("properties").Key("x").Child("default")
	cases := parity.Generated(parity.Full(20_000), func(seed uint64) input {
		r := parity.Rand(seed)
		j, _ := validatorsOf(contrary.Schema(r, 1+r.IntN(4)))
		in := input{validators: j, value: contrary.Value(r, j.schema)}
		if j.theirs.S != nil {
			in.theirs = upstream.Structural{S: j.theirs.S}.ForDefaults()
		}
		return in
	})
	parity.Run(t, "validate-defaults", cases, func(c *parity.Check, in input) {
		if in.theirs.V == nil {
			c.Void()
			return
		}
		ours := validation.Compile(in.parsed, validation.WithDefaultsMode()).At(place)
		textsOneOf(c, "errors", c.OurTexts(verdictOf(ours.Validate(context.Background(), in.value))),
			func() []string { return in.theirs.Validate(in.value, base) })
	})
}
