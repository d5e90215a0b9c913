package scale_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/structural"
)

func TestValues(t *testing.T) {
	paths := &scale.Paths{SpecReplicasPath: ".spec.replicas", StatusReplicasPath: ".status.replicas", LabelSelectorPath: ".status.selector"}
	cases.Run(t, "testdata/values.yaml", []string{"object", "read", "wrong", "set", "unset"}, func(t *testing.T, c cases.Case) {
		obj := c.Object(t, "object")
		before := structural.Clone(obj)
		got, err := paths.Read(obj)
		checkError(t, c.Text(t, "wrong"), err)
		assert.Equal(t, valuesOf(c.Object(t, "read")), got)
		set, err := paths.SetReplicas(obj, 3)
		checkError(t, c.Text(t, "unset"), err)
		assert.Equal(t, c.Object(t, "set"), set)
		assert.Equal(t, before, obj, "the object was written to")
	})
}

func valuesOf(m map[string]any) (v scale.Values) {
	desired, _ := m["replicas"].(int64)
	current, _ := m["current"].(int64)
	v.Replicas, v.Current = int32(desired), int32(current)
	v.Unset, _ = m["unset"].(bool)
	v.Selector, _ = m["selector"].(string)
	return v
}

func checkError(t *testing.T, want string, err error) {
	t.Helper()
	if want == "" {
		require.NoError(t, err)
		return
	}
	require.EqualError(t, err, want)
	var e *structural.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, codes.ScaleType, e.Code)
}

func TestNoSelector(t *testing.T) {
	paths := &scale.Paths{SpecReplicasPath: ".spec.replicas", StatusReplicasPath: ".status.replicas"}
	got, err := paths.Read(map[string]any{"": int64(1), "status": map[string]any{"selector": int64(5)}})
	require.NoError(t, err)
	assert.Equal(t, scale.Values{Unset: true}, got)
}

// Values outside of the path are shared. An object that has the number already is returned.
func TestSetReplicasShares(t *testing.T) {
	paths := &scale.Paths{SpecReplicasPath: ".spec.replicas"}
	status := map[string]any{}
	obj := map[string]any{"spec": map[string]any{"replicas": int64(3)}, "status": status}
	same, err := paths.SetReplicas(obj, 3)
	require.NoError(t, err)
	same["x"] = true
	assert.Contains(t, obj, "x")
	other, err := paths.SetReplicas(obj, 4)
	require.NoError(t, err)
	status["shared"] = true
	assert.Contains(t, other["status"], "shared")
}

// An object without fields gets the number.
func TestSetReplicasOfNothing(t *testing.T) {
	for _, path := range []string{".replicas", ".spec.replicas"} {
		paths := &scale.Paths{SpecReplicasPath: path, StatusReplicasPath: ".status.replicas"}
		obj, err := paths.SetReplicas(nil, 3)
		require.NoError(t, err, path)
		got, err := paths.Read(obj)
		require.NoError(t, err, path)
		assert.Equal(t, scale.Values{Replicas: 3}, got, path)
	}
}

func TestSetReplicasIsBounded(t *testing.T) {
	paths := &scale.Paths{SpecReplicasPath: ".spec" + strings.Repeat(".a", 9_999)}
	obj, err := paths.SetReplicas(map[string]any{}, 1)
	require.NoError(t, err)
	_, err = structural.Normalize(obj)
	require.NoError(t, err)
	paths.SpecReplicasPath += ".a"
	_, err = paths.SetReplicas(map[string]any{}, 1)
	assert.EqualError(t, err, "value cannot be set because it would be nested deeper than 10000 levels")
}
