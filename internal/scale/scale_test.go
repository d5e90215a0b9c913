package scale_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/structural"
)

func TestValidate(t *testing.T) {
	paths := &scale.Paths{SpecReplicasPath: ".spec.replicas", StatusReplicasPath: ".status.replicas", LabelSelectorPath: ".status.selector"}
	cases.Run(t, "testdata/scale.yaml", []string{"object", "errors"}, func(t *testing.T, c cases.Case) {
		obj := c.Object(t, "object")
		errs := append(paths.ValidateSpec(obj), paths.ValidateStatus(obj)...)
		assert.Equal(t, c.Texts(t, "errors"), errs.Texts())
	})
}

func TestNoScale(t *testing.T) {
	var none *scale.Paths
	obj := map[string]any{"spec": map[string]any{"replicas": "x"}}
	assert.Empty(t, none.ValidateSpec(obj))
	assert.Empty(t, none.ValidateStatus(obj))
}

func TestPath(t *testing.T) {
	paths := &scale.Paths{SpecReplicasPath: ".spec.a.b", StatusReplicasPath: ".status.replicas"}
	errs := paths.ValidateSpec(map[string]any{"spec": map[string]any{"a": map[string]any{"b": int64(-1)}}})
	assert.Equal(t, structural.Path{structural.Field("spec"), structural.Field("a"), structural.Field("b")}, errs[0].Path)
}
