package adapters

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrlconversion "sigs.k8s.io/controller-runtime/pkg/conversion"
	ctrlwebhook "sigs.k8s.io/controller-runtime/pkg/webhook/conversion"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
)

// spokeV1 has a field less than hubV2, and spokeV3 another name.
type spokeV1 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Size              int64        `json:"size"`
	At                *metav1.Time `json:"at,omitempty"`
}

type hubV2 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Size              int64        `json:"size"`
	At                *metav1.Time `json:"at,omitempty"`
	Teeth             int32        `json:"teeth,omitempty"`
}

type spokeV3 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Diameter          int64        `json:"diameter,omitempty"`
	At                *metav1.Time `json:"at,omitempty"`
}

func (o *spokeV1) DeepCopyObject() runtime.Object { out := *o; return &out }
func (o *hubV2) DeepCopyObject() runtime.Object   { out := *o; return &out }
func (o *spokeV3) DeepCopyObject() runtime.Object { out := *o; return &out }

// Hub implements conversion.Hub.
func (o *hubV2) Hub() {}

// ConvertTo implements conversion.Convertible.
func (o *spokeV1) ConvertTo(h ctrlconversion.Hub) error {
	return v1ToHub(context.Background(), o, h.(*hubV2))
}

// ConvertFrom implements conversion.Convertible.
func (o *spokeV1) ConvertFrom(h ctrlconversion.Hub) error {
	return hubToV1(context.Background(), h.(*hubV2), o)
}

// ConvertTo implements conversion.Convertible.
func (o *spokeV3) ConvertTo(h ctrlconversion.Hub) error {
	return v3ToHub(context.Background(), o, h.(*hubV2))
}

// ConvertFrom implements conversion.Convertible.
func (o *spokeV3) ConvertFrom(h ctrlconversion.Hub) error {
	return hubToV3(context.Background(), h.(*hubV2), o)
}

func v1ToHub(_ context.Context, src *spokeV1, dst *hubV2) error {
	dst.ObjectMeta, dst.Size, dst.At = src.ObjectMeta, src.Size, src.At
	return nil
}

func hubToV1(_ context.Context, src *hubV2, dst *spokeV1) error {
	dst.ObjectMeta, dst.Size, dst.At = src.ObjectMeta, src.Size, src.At
	return nil
}

func v3ToHub(_ context.Context, src *spokeV3, dst *hubV2) error {
	dst.ObjectMeta, dst.Size, dst.At = src.ObjectMeta, src.Diameter, src.At
	return nil
}

func hubToV3(_ context.Context, src *hubV2, dst *spokeV3) error {
	dst.ObjectMeta, dst.Diameter, dst.At = src.ObjectMeta, src.Size, src.At
	return nil
}

func gearScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	for version, obj := range map[string]runtime.Object{"v1": &spokeV1{}, "v2": &hubV2{}, "v3": &spokeV3{}} {
		scheme.AddKnownTypeWithName(schema.GroupVersionKind{Group: "example.com", Version: version, Kind: "Gear"}, obj)
	}
	return scheme
}

func registered(t *testing.T, scheme *runtime.Scheme) (ctrlwebhook.Converter, ctrlwebhook.Registry) {
	converter, err := ctrlwebhook.NewHubSpokeConverter(&hubV2{},
		ctrlwebhook.NewSpokeConverter(&spokeV1{}, hubToV1, v1ToHub), ctrlwebhook.NewSpokeConverter(&spokeV3{}, hubToV3, v3ToHub))(scheme)
	require.NoError(t, err)
	registry := ctrlwebhook.NewRegistry()
	require.NoError(t, registry.RegisterConverter(schema.GroupKind{Group: "example.com", Kind: "Gear"}, converter))
	return converter, registry
}

var gearVersions = []string{"example.com/v1", "example.com/v2", "example.com/v3"}

func samples(t *testing.T) []map[string]any {
	out, err := conversiontest.Generate(t.Context(), "example.com/v2", "Gear", map[string]any{"type": "object", "properties": map[string]any{
		"size": map[string]any{"type": "integer", "format": "int64"}, "teeth": map[string]any{"type": "integer", "format": "int32"},
		"at": map[string]any{"type": "string", "format": "date-time"},
	}}, 100)
	require.NoError(t, err)
	return out
}

// TestTypedConverters tests the Hub and the Spokes of controller-runtime, and its
// conversion.Converter: the only loss is the field that the spokes do not have. Each
// conversion equals the answer of its webhook. Door 8.
func TestTypedConverters(t *testing.T) {
	scheme := gearScheme()
	typed, registry := registered(t, scheme)
	for name, c := range map[string]struct {
		converter conversion.Converter
		registry  ctrlwebhook.Registry
	}{
		"hub and spokes": {apimachinery.NewHubConverter[ctrlconversion.Hub](scheme), ctrlwebhook.NewRegistry()},
		"converter":      {apimachinery.NewConverter(scheme, typed), registry},
	} {
		t.Run(name, func(t *testing.T) {
			objs := samples(t)
			losses, err := conversiontest.RoundTrip(t.Context(), c.converter, gearVersions, objs, conversiontest.WithEmptyAsAbsent())
			require.NoError(t, err)
			require.NotEmpty(t, losses)
			for _, loss := range losses {
				assert.Equal(t, "teeth", loss.Path.String(), loss)
				assert.NoError(t, loss.Err)
			}
			for _, to := range []string{"example.com/v1", "example.com/v3"} {
				converted, err := c.converter.Convert(t.Context(), objs, to)
				require.NoError(t, err)
				answered := answers(t, scheme, c.registry, objs, to)
				assert.Equal(t, answered, converted)
				other := map[string]string{"example.com/v1": "example.com/v3", "example.com/v3": "example.com/v1"}[to]
				again, err := c.converter.Convert(t.Context(), converted, other)
				require.NoError(t, err)
				assert.Equal(t, answers(t, scheme, c.registry, converted, other), again, "by way of the hub")
			}
		})
	}
}

// answers returns the objects that the conversion webhook of controller-runtime returns.
func answers(t *testing.T, scheme *runtime.Scheme, registry ctrlwebhook.Registry, objs []map[string]any, to string) []map[string]any {
	review, err := json.Marshal(map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
		"request": map[string]any{"uid": "1", "desiredAPIVersion": to, "objects": objs}})
	require.NoError(t, err)
	w := httptest.NewRecorder()
	ctrlwebhook.NewWebhookHandler(scheme, registry).ServeHTTP(w, httptest.NewRequest("POST", "/convert", bytes.NewReader(review)))
	var answer struct {
		Response struct {
			Result           metav1.Status
			ConvertedObjects []json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
	require.Equal(t, "Success", answer.Response.Result.Status, answer.Response.Result.Message)
	var out []map[string]any
	for _, raw := range answer.Response.ConvertedObjects {
		obj, err := apimachinery.ToMap(t.Context(), raw)
		require.NoError(t, err)
		out = append(out, obj)
	}
	return out
}
