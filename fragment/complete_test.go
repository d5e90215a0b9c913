package fragment_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func TestCompleteCRD(t *testing.T) {
	cases.Run(t, "testdata/complete.yaml", []string{"crd", "want", "same"}, func(t *testing.T, c cases.Case) {
		crd := c.Object(t, "crd")
		before := structural.Clone(crd)
		got := fragment.CompleteCRD(crd)
		assert.Equal(t, c.Object(t, "want"), got)
		assert.Equal(t, before, crd, "the argument changed")
		assert.Equal(t, c.Has("same"), reflect.ValueOf(got).Pointer() == reflect.ValueOf(crd).Pointer(), "the same map")
		again := fragment.CompleteCRD(got)
		assert.Equal(t, reflect.ValueOf(got).Pointer(), reflect.ValueOf(again).Pointer(), "a completed CRD is complete")
	})
	assert.NotEmpty(t, fragment.CompleteCRD(nil))
}
