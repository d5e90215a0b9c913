package apimachinery_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
)

// hub has the shape of conversion.Hub of controller-runtime; internal/oracle/adapters has
// tests with the real one.
type hub interface {
	runtime.Object
	Hub()
}

type gearV1 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Size              int64 `json:"size,omitempty"`
	Teeth             int64 `json:"teeth,omitempty"`
}

// gearV2 and gearV3 have another name for the size. Only gearV2 keeps the teeth.
type gearV2 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Diameter          int64 `json:"diameter,omitempty"`
	Teeth             int64 `json:"teeth,omitempty"`
}

type gearV3 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Diameter          int64 `json:"diameter,omitempty"`
}

func (g *gearV1) DeepCopyObject() runtime.Object { out := *g; return &out }
func (g *gearV2) DeepCopyObject() runtime.Object { out := *g; return &out }
func (g *gearV3) DeepCopyObject() runtime.Object { out := *g; return &out }

func (g *gearV2) Hub() {}

func (g *gearV1) ConvertTo(h hub) error {
	dst := h.(*gearV2)
	if g.Size < 0 {
		return errors.New("negative")
	}
	dst.ObjectMeta, dst.Diameter, dst.Teeth = g.ObjectMeta, g.Size, g.Teeth
	return nil
}

func (g *gearV1) ConvertFrom(h hub) error {
	src := h.(*gearV2)
	g.ObjectMeta, g.Size, g.Teeth = src.ObjectMeta, src.Diameter, src.Teeth
	return nil
}

func (g *gearV3) ConvertTo(h hub) error {
	h.(*gearV2).ObjectMeta, h.(*gearV2).Diameter = g.ObjectMeta, g.Diameter
	return nil
}

func (g *gearV3) ConvertFrom(h hub) error {
	g.ObjectMeta, g.Diameter = h.(*gearV2).ObjectMeta, h.(*gearV2).Diameter
	return nil
}

func gears(types map[string]runtime.Object) *runtime.Scheme {
	scheme := runtime.NewScheme()
	for version, obj := range types {
		scheme.AddKnownTypeWithName(schema.GroupVersionKind{Group: "example.com", Version: version, Kind: "Gear"}, obj)
	}
	return scheme
}

var allGears = map[string]runtime.Object{"v1": &gearV1{}, "v2": &gearV2{}, "v3": &gearV3{}}

func gear(version string, fields map[string]any) map[string]any {
	obj := map[string]any{"apiVersion": "example.com/" + version, "kind": "Gear", "metadata": map[string]any{"name": "a"}}
	for name, v := range fields {
		obj[name] = v
	}
	return obj
}

// The converter finds exactly the fields that the Go types lose. Door 8.
func TestTypedConverters(t *testing.T) {
	const trip = "Gear a, example.com/"
	losses, err := conversiontest.RoundTrip(t.Context(), apimachinery.NewHubConverter[hub](gears(allGears)),
		[]string{"example.com/v1", "example.com/v2", "example.com/v3"},
		[]map[string]any{gear("v1", map[string]any{"size": int64(1)<<53 + 1, "teeth": int64(4)})}, conversiontest.WithEmptyAsAbsent())
	require.NoError(t, err)
	var texts []string
	for _, l := range losses {
		texts = append(texts, l.String())
	}
	assert.Equal(t, []string{
		trip + "v1 to example.com/v3 to example.com/v1: teeth was 4, is absent",
		trip + "v1 to example.com/v2 to example.com/v3 to example.com/v2: teeth was 4, is absent",
	}, texts)
}

func TestTypedConverterErrors(t *testing.T) {
	one := apimachinery.NewHubConverter[hub](gears(allGears))
	noHub := map[string]runtime.Object{"v1": &gearV1{}, "v3": &gearV3{}}
	twoHubs := map[string]runtime.Object{"v1": &gearV1{}, "v2": &gearV2{}, "v3": &gearV3{}, "v4": &gearV2{}}
	for name, tt := range map[string]struct {
		converter conversion.Converter
		obj       map[string]any
		to, want  string
	}{
		"the type":      {one, gear("v1", map[string]any{"size": "x"}), "v2", "Gear a: json: cannot unmarshal string into Go struct field gearV1.size of type int64"},
		"the converter": {one, gear("v1", map[string]any{"size": int64(-1)}), "v2", "Gear a: negative"},
		"by way of the hub": {one, gear("v1", map[string]any{"size": int64(-1)}), "v3",
			"Gear a: *apimachinery_test.gearV1 cannot be converted to the hub *apimachinery_test.gearV2: negative"},
		"no hub":   {apimachinery.NewHubConverter[hub](gears(noHub)), gear("v1", nil), "v3", "Gear a: no version of Gear.example.com in the scheme is the hub"},
		"two hubs": {apimachinery.NewHubConverter[hub](gears(twoHubs)), gear("v1", nil), "v3", `Gear a: several versions of Gear.example.com in the scheme are hubs: ["v2" "v4"]`},
		"hub to hub": {apimachinery.NewHubConverter[hub](gears(twoHubs)), gear("v2", nil), "v4",
			"Gear a: *apimachinery_test.gearV2 is not convertible to *apimachinery_test.gearV2: one must be the hub and the other a spoke, or both spokes"},
		"no converter": {apimachinery.NewConverter(gears(allGears), nil), gear("v1", nil), "v2", "Gear a: there is no converter"},
		"no scheme":    {apimachinery.NewConverter(nil, nil), gear("v1", nil), "v2", "Gear a: there is no scheme"},
	} {
		_, err := tt.converter.Convert(t.Context(), []map[string]any{tt.obj}, "example.com/"+tt.to)
		assert.EqualError(t, err, tt.want, name)
	}
	for _, obj := range []map[string]any{gear("v9", nil), {"kind": 4, "metadata": 5}, nil} {
		_, err := one.Convert(t.Context(), []map[string]any{obj}, "example.com/v1")
		assert.True(t, runtime.IsNotRegisteredError(errors.Unwrap(err)) || runtime.IsMissingKind(errors.Unwrap(err)), err)
	}
	_, err := one.Convert(t.Context(), []map[string]any{gear("v1", nil)}, "example.com/v9")
	assert.True(t, runtime.IsNotRegisteredError(errors.Unwrap(err)), err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = one.Convert(ctx, []map[string]any{gear("v1", nil)}, "example.com/v2")
	assert.ErrorIs(t, err, context.Canceled)
	same := gear("v1", map[string]any{"size": "x"})
	out, err := one.Convert(t.Context(), []map[string]any{same}, "example.com/v1")
	require.NoError(t, err)
	assert.Equal(t, []map[string]any{same}, out)
}
