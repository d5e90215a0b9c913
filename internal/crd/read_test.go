package crd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/crd"
)

func TestServing(t *testing.T) {
	cases.Run(t, "testdata/read.yaml", []string{"manifest", "want", "errors"}, func(t *testing.T, c cases.Case) {
		d, errs := crd.Serving(nil, c.Object(t, "manifest"))
		assert.Equal(t, c.Texts(t, "errors"), errs.Sorted().Texts())
		if c.Has("want") {
			assert.Equal(t, strings.Fields(c.Text(t, "want")), strings.Fields(summary(d)))
		}
	})
}

func summary(d *crd.CRD) string {
	var b strings.Builder
	fmt.Fprintln(&b, d.Name, d.Group, namesText(d.Names), d.Scope, fmt.Sprintf("preserve=%v", d.PreserveUnknownFields), d.Conversion.Strategy)
	for _, v := range d.Versions {
		fmt.Fprintln(&b, v.Name, word(v.Served, "served"), word(v.Storage, "storage"), word(v.Subresources.HasStatus(), "status"), word(v.Deprecated, "deprecated"))
		if paths := v.ScalePaths(); paths != nil {
			fmt.Fprint(&b, *paths, " ")
		}
		if v.DeprecationWarning != nil {
			fmt.Fprintf(&b, "%q ", *v.DeprecationWarning)
		}
		if schema, path := v.OpenAPIV3Schema(); schema != nil {
			fmt.Fprintf(&b, "schema=%v ", path)
		}
	}
	return b.String()
}

func namesText(n crd.Names) string {
	return fmt.Sprint("{", n.Plural, " ", n.Singular, " ", n.Kind, " ", n.ListKind, "}")
}

func word(yes bool, word string) string {
	if yes {
		return word
	}
	return ""
}
