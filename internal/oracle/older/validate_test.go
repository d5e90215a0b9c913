package older

import (
	"context"
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/internal/oracle/encode"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// newest is the minor version of the reference, oldest that of the first server
// whose formats it is compared with.
const (
	newest = 35
	oldest = 30
)

// input is a value, an older one and their schema, on a server of a minor version.
type input struct {
	schema     map[string]any
	value, old any
	minor      uint
}

// MarshalJSON returns the input for reports.
func (in input) MarshalJSON() ([]byte, error) {
	return encode.JSON(map[string]any{"schema": in.schema, "value": in.value, "old": in.old, "minor": int64(in.minor)})
}

// TestValidate compares values as objects, below the root, as updates and as
// defaults, in one case of five with the formats of an earlier version.
func TestValidate(t *testing.T) {
	cases := parity.Join(generated(parity.Full(5_000)), contradicting(parity.Full(9_000)), numeric(parity.Full(6_000)))
	parity.Run(t, "validate-1.35", cases, func(c *parity.Check, in input) {
		parsed, _, err := structural.FromMap(t.Context(), in.schema)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := newReference(in.schema, in.minor-1)
		if err != nil {
			c.Fail("schema", in.schema, err, "the reference cannot read it")
			return
		}
		version := validation.WithKubernetesVersion(fmt.Sprint("1.", in.minor))
		objects := validation.Compile(parsed, version)
		compareObjects(c, objects, theirs, in)
		if theirs.defaults != nil {
			compareDefaults(c, validation.Compile(parsed, version, validation.WithDefaultsMode()), theirs, in)
		}
	})
}

func compareObjects(c *parity.Check, ours *validation.Validator, theirs reference, in input) {
	errs := verdictOf(ours.Validate(context.Background(), in.value))
	c.Equal("valid", verdictOf(ours.Valid(context.Background(), in.value)), len(errs) == 0)
	same(c, "new", c.OurTexts(errs), func() []string { return create(theirs.objects, nil, in.value) })
	at := ours.At(structural.Path{structural.Field("status")})
	same(c, "below", c.OurTexts(verdictOf(at.Validate(context.Background(), in.value))),
		func() []string { return create(theirs.objects, field.NewPath("status"), in.value) })
	if theirs.structural != nil {
		errs, _, err := ours.ValidateUpdate(context.Background(), in.value, in.old)
		verdictOf(0, err)
		same(c, "updated", c.OurTexts(errs), func() []string { return theirs.update(in.value, in.old) })
	}
}

func compareDefaults(c *parity.Check, ours *validation.Validator, theirs reference, in input) {
	place := structural.Path{structural.Field("properties"), structural.Key("x"), structural.Field("default")}
	base := field.NewPath("properties").Key("x").Child("default")
	c.Equal("valid default", verdictOf(ours.Valid(context.Background(), in.value)), len(create(theirs.defaults, nil, in.value)) == 0)
	same(c, "default", c.OurTexts(verdictOf(ours.At(place).Validate(context.Background(), in.value))),
		func() []string { return create(theirs.defaults, base, in.value) })
}

// verdictOf returns a verdict. It panics if there is none.
func verdictOf[T any](verdict T, err error) T {
	if err != nil {
		panic(err)
	}
	return verdict
}
