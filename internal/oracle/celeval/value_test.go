package celeval

import (
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// TestValue compares values that are not resources, evaluated as defaults are: as
// updates of themselves.
func TestValue(t *testing.T) {
	cases := parity.Generated(parity.Full(10_000), func(seed uint64) evalCase {
		d := drawer{parity.Rand(seed), 3}
		text := d.schema(2)
		theirs, err := upstream.NewStructural(text)
		if err != nil {
			return evalCase{}
		}
		s, _ := cases.FromMap(text)
		r := &rules{text: text, structural: theirs.S, ours: compiler.ForSubschemas().Compile(s),
			theirs: cel.NewValidator(theirs.S, theirs.S.XEmbeddedResource, celconfig.PerCallLimit)}
		v := d.value(text)
		return evalCase{rules: r, object: v, old: v, tolerance: celrules.Strict}
	})
	parity.Run(t, "cel-value", cases, compareDrawn)
}
