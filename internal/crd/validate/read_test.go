package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/crd/validate"
)

func TestRead(t *testing.T) {
	cases.Run(t, "testdata/read.yaml", []string{"manifest", "want", "errors"}, func(t *testing.T, c cases.Case) {
		d, errs := validate.Read(c.Object(t, "manifest"))
		assert.Equal(t, c.Texts(t, "errors"), errs.Texts())
		if c.Has("want") {
			assert.Equal(t, strings.Fields(c.Text(t, "want")), strings.Fields(summary(d)))
		}
	})
}

func summary(d *validate.Definition) string {
	var b strings.Builder
	fmt.Fprintln(&b, d.Name, d.Group, d.Names, d.Scope, fmt.Sprintf("preserve=%v", d.PreserveUnknownFields), d.Conversion)
	for _, v := range d.Versions {
		fmt.Fprintln(&b, v.Name, word(v.Served, "served"), word(v.Storage, "storage"), word(v.StatusSubresource, "status"), word(v.Deprecated, "deprecated"))
		if v.Scale != nil {
			fmt.Fprint(&b, *v.Scale, " ")
		}
		if v.DeprecationWarning != nil {
			fmt.Fprintf(&b, "%q ", *v.DeprecationWarning)
		}
		if v.Schema != nil {
			fmt.Fprintf(&b, "schema=%v ", v.SchemaPath)
		}
	}
	return b.String()
}

func word(yes bool, word string) string {
	if yes {
		return word
	}
	return ""
}
