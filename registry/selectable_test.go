package registry_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural"
)

// selectableVersion returns the version v1 of cron tabs with selectable fields and a scope.
func selectableVersion(t testing.TB, scope string, paths ...string) *crdschema.Version {
	crd := mustDecode(cronTabs).Object
	spec := crd["spec"].(map[string]any)
	spec["scope"] = scope
	var fields []any
	for _, path := range paths {
		fields = append(fields, map[string]any{"jsonPath": path})
	}
	spec["versions"].([]any)[0].(map[string]any)["selectableFields"] = fields
	definition, err := crdschema.Compile(context.Background(), crd)
	require.NoError(t, err)
	v, _ := definition.Version("v1")
	return v
}

func selectableFields(t testing.TB, scope string, paths ...string) *registry.Selectable {
	s, err := registry.NewSelectable(t.Context(), selectableVersion(t, scope, paths...))
	require.NoError(t, err)
	return s
}

func parseFields(t testing.TB, text string) selector.Fields {
	fields, err := selector.ParseFields(text)
	require.NoError(t, err)
	return fields
}

func TestSelect(t *testing.T) {
	s := selectableFields(t, "Namespaced", ".spec.replicas", ".spec.cronSpec", ".spec.suspend", ".spec.weight")
	obj := mustDecode(`{metadata: {name: a, namespace: b, labels: {app: x}}, spec: {replicas: 3, suspend: true, weight: 1.5}}`).Object
	for text, want := range map[string]bool{
		"": true, "metadata.name=a": true, "metadata.name!=a": false, "metadata.namespace=b": true, "metadata.namespace=": false,
		"spec.replicas=3": true, "spec.replicas=03": false, "spec.replicas!=3": false, "spec.suspend=true": true, "spec.weight=1.5": true,
		"spec.cronSpec=": true, "spec.cronSpec!=x": true, "spec.cronSpec=x": false, "spec.replicas=3,metadata.name=b": false,
	} {
		selection, err := s.Select(selector.Labels{}, parseFields(t, text))
		require.NoError(t, err, text)
		got, err := selection.Matches(t.Context(), obj)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	labels, err := selector.ParseLabels("app!=x")
	require.NoError(t, err)
	selection, err := s.Select(labels, selector.Fields{})
	require.NoError(t, err)
	got, err := selection.Matches(t.Context(), obj)
	require.NoError(t, err)
	assert.False(t, got)
}

func TestSelectUnsupportedField(t *testing.T) {
	for text, s := range map[string]*registry.Selectable{
		"spec.cronSpec":      selectableFields(t, "Namespaced", ".spec.replicas"),
		".spec.replicas":     selectableFields(t, "Namespaced", ".spec.replicas"),
		"metadata.namespace": selectableFields(t, "Cluster"),
	} {
		_, err := s.Select(selector.Labels{}, parseFields(t, text+"=x"))
		require.EqualError(t, err, "field label not supported: "+text)
		assert.Equal(t, codes.SelectorField, structural.ErrorsOf(err)[0].Code)
	}
}

// TestValuesFail checks paths that no server accepts in a crd, but may have stored.
// Every selection fails then, unless it selects everything.
func TestValuesFail(t *testing.T) {
	for path, want := range map[string]string{
		".spec.*":    "unexpectedly received more than one JSON path result",
		".spec[":     "unexpected error parsing jsonPath: unterminated array",
		".spec.a[9]": "unexpected error finding value with jsonPath: array index out of bounds: index 9, length 1",
	} {
		s := selectableFields(t, "Namespaced", path)
		obj := mustDecode(`{metadata: {name: a}, spec: {a: [1], b: 2}}`).Object
		values, err := s.Values(t.Context(), obj)
		require.EqualError(t, err, want)
		assert.Nil(t, values)
		assert.Equal(t, codes.SelectablePath, structural.ErrorsOf(err)[0].Code)
		selection, err := s.Select(selector.Labels{}, parseFields(t, "metadata.name=a"))
		require.NoError(t, err)
		_, err = selection.Matches(t.Context(), obj)
		require.EqualError(t, err, want)
		everything, err := s.Select(selector.Labels{}, selector.Fields{})
		require.NoError(t, err)
		matched, err := everything.Matches(t.Context(), obj)
		assert.True(t, matched && err == nil)
	}
}

func TestSelectionAllocatesNothing(t *testing.T) {
	s := selectableFields(t, "Namespaced", ".spec.replicas", ".spec.cronSpec", ".spec.suspend")
	labels, err := selector.ParseLabels("app in (x,y)")
	require.NoError(t, err)
	selection, err := s.Select(labels, parseFields(t, "metadata.name=a,spec.replicas=3,spec.suspend=true,spec.cronSpec="))
	require.NoError(t, err)
	obj := mustDecode(`{metadata: {name: a, labels: {app: x}}, spec: {replicas: 3, suspend: true}}`).Object
	selected := true
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		matched, err := selection.Matches(t.Context(), obj)
		selected = selected && matched && err == nil
	}))
	assert.True(t, selected)
}

func TestZeroSelection(t *testing.T) {
	var s registry.Selection
	ok, err := s.Matches(t.Context(), map[string]any{"metadata": map[string]any{"name": "a"}})
	assert.NoError(t, err)
	assert.True(t, ok)
}

// TestSelectionEnds checks that selecting ends with its context and its budget where it takes
// long: values that are maps, and paths with several values.
func TestSelectionEnds(t *testing.T) {
	list := []any{}
	for range 10_000 {
		list = append(list, int64(1))
	}
	obj := map[string]any{"metadata": map[string]any{"name": "a"}, "spec": map[string]any{"cronSpec": map[string]any{"a": "b"}, "list": list}}
	for path, fields := range map[string]string{
		".spec":         "spec!=x,spec!=y",
		".spec.list[*]": "metadata.name=a",
	} {
		s := selectableFields(t, "Namespaced", path)
		selection, err := s.Select(selector.Labels{}, parseFields(t, fields))
		require.NoError(t, err)
		calls := map[string]func(context.Context) error{
			"Matches": func(ctx context.Context) error { _, err := selection.Matches(ctx, obj); return err },
			"Values":  func(ctx context.Context) error { _, err := s.Values(ctx, obj); return err },
		}
		for name, call := range calls {
			canceled, cancel := context.WithCancel(t.Context())
			cancel()
			assert.ErrorIs(t, call(canceled), context.Canceled, "%s %s", name, path)
			assert.ErrorIs(t, call(structural.WithBudget(t.Context(), structural.Budget{Steps: 1000})), structural.ErrTooMuchWork, "%s %s", name, path)
		}
	}
}

// TestSelectableFields checks that equal paths are as good as different ones.
func TestSelectableFields(t *testing.T) {
	s := selectableFields(t, "Namespaced", ".spec.a", ".spec.b", ".spec.a", ".spec.b")
	values, err := s.Values(t.Context(), map[string]any{"spec": map[string]any{"a": "x", "b": "y"}})
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"metadata.name": "", "metadata.namespace": "", "spec.a": "x", "spec.b": "y"}, values)
}

// TestNewSelectableEnds checks that fields are compiled with a context and a budget.
func TestNewSelectableEnds(t *testing.T) {
	v := selectableVersion(t, "Namespaced", slices.Repeat([]string{".spec.a"}, 1000)...)
	_, err := registry.NewSelectable(worktest.EndAfter(0), v)
	assert.ErrorIs(t, err, context.Canceled)
	s, err := registry.NewSelectable(structural.WithBudget(t.Context(), structural.Budget{Steps: 5000}), v)
	assert.ErrorIs(t, err, structural.ErrTooMuchWork)
	assert.Nil(t, s)
}

// TestZeroSelectable checks that fields that were never compiled are the name.
func TestZeroSelectable(t *testing.T) {
	var s registry.Selectable
	values, err := s.Values(t.Context(), map[string]any{"metadata": map[string]any{"name": "a", "namespace": "b"}})
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"metadata.name": "a"}, values)
}
