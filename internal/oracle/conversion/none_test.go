package conversion

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// TestNone compares objects and lists with the strategy None.
func TestNone(t *testing.T) {
	factory, err := newFactory()
	require.NoError(t, err)
	reference, err := theirs(factory, &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.NoneConverter})
	require.NoError(t, err)
	ours := conversion.Kind{Group: group, Versions: versions}
	parity.Run(t, "convert-none", parity.Generated(parity.Full(100_000), inputFor), func(c *parity.Check, in input) {
		compare(c, in, convertOurs(ours, in), convertTheirs(reference, in.Object, in.List, in.To))
	})
}

func convertOurs(k conversion.Kind, in input) result {
	before := structural.Clone(in.Object)
	convert := k.Convert
	if in.List {
		convert = k.ConvertList
	}
	out, err := convert(context.Background(), in.Object, in.To)
	if !structural.Equal(before, in.Object) {
		return result{Error: "the input was written to"}
	}
	if err != nil {
		return result{Error: err.Error()}
	}
	return result{Object: out}
}

func compare(c *parity.Check, _ input, ours, theirs result) {
	c.Equal("error", ours.Error, theirs.Error)
	c.Equal("object", ours.Object, theirs.Object)
}
