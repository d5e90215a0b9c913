package conversiontest_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
)

// throughJSON converts as a webhook of Go types does: through a type T of all versions.
func throughJSON[T any](_ context.Context, obj map[string]any, to string) (map[string]any, error) {
	text, err := json.Marshal(obj)
	if err != nil {
		return nil, err
	}
	var typed T
	if err := json.Unmarshal(text, &typed); err != nil {
		return nil, err
	}
	if text, err = json.Marshal(typed); err != nil {
		return nil, err
	}
	var out map[string]any
	err = json.Unmarshal(text, &out)
	out["apiVersion"] = to
	return out, err
}

func losses(t *testing.T, c conversion.Converter, samples []map[string]any, opts ...conversiontest.RoundTripOption) []string {
	t.Helper()
	found, err := conversiontest.RoundTrip(t.Context(), c, []string{older, newer}, samples, opts...)
	require.NoError(t, err)
	out := []string{}
	for _, l := range found {
		out = append(out, l.String())
	}
	return out
}

// json.Unmarshal makes a float64 of an integer: the server reads the same JSON text. Door 8.
func TestIntegersAreNoLoss(t *testing.T) {
	c := conversion.Func(throughJSON[map[string]any])
	for _, n := range []any{int64(-4), -4.0, int64(1) << 52, 1e20, 0.5, -0.25} {
		assert.Empty(t, losses(t, c, []map[string]any{thing(older, map[string]any{"n": n, "l": []any{n, map[string]any{"n": n}}})}), n)
	}
	// A float64 cannot hold this one, so the converter loses it.
	assert.Equal(t, []string{"Thing x, example.com/v1beta1 to example.com/v1 to example.com/v1beta1: n was 9007199254740993, is 9007199254740992"},
		losses(t, c, []map[string]any{thing(older, map[string]any{"n": int64(1)<<53 + 1})})[:1])
}

// goType has the Go types of API fields that read less than a server accepts.
type goType struct {
	Kind     string            `json:"kind"`
	Metadata map[string]string `json:"metadata"`
	At       *time.Time        `json:"at,omitempty"`
	For      string            `json:"for,omitempty"`
}

// Samples have the forms of formats that Go types read, unless a test asks for all. Door 8.
func TestSamplesThatGoReads(t *testing.T) {
	schema := map[string]any{"type": "object", "required": []any{"at", "for", "port"}, "properties": map[string]any{
		"at":   map[string]any{"type": "string", "format": "date-time"},
		"for":  map[string]any{"type": "string", "format": "duration"},
		"port": map[string]any{"x-kubernetes-int-or-string": true, "anyOf": []any{map[string]any{"type": "integer"}, map[string]any{"type": "string"}}},
	}}
	samples, err := conversiontest.Generate(t.Context(), older, "Thing", schema, 100)
	require.NoError(t, err)
	for _, s := range samples {
		at, err := time.Parse(time.RFC3339, s["at"].(string))
		require.NoError(t, err)
		assert.Equal(t, s["at"], at.UTC().Format(time.RFC3339), "as metav1.Time writes it")
		d, err := time.ParseDuration(s["for"].(string))
		require.NoError(t, err)
		assert.Equal(t, s["for"], d.String(), "as metav1.Duration writes it")
		if n, ok := s["port"].(int64); ok {
			assert.Equal(t, n, int64(int32(n)), "as intstr.IntOrString has it")
		}
	}
	assert.Empty(t, losses(t, conversion.Func(throughJSON[goType]), withoutPort(samples)))

	others, err := conversiontest.Generate(t.Context(), older, "Thing", schema, 100, conversiontest.WithOtherSpellings())
	require.NoError(t, err)
	unread := 0
	for _, loss := range losses(t, conversion.Func(throughJSON[goType]), withoutPort(others)) {
		if strings.Contains(loss, `"1999-01-01t00:00:00.5+01:00"`) {
			unread++
		}
	}
	assert.NotZero(t, unread, "Go does not read a lower-case t")
}

func withoutPort(samples []map[string]any) []map[string]any {
	for _, s := range samples {
		delete(s, "port")
	}
	return samples
}

// omitting has fields that Go writes although they are absent, and leaves out although they
// are present.
type omitting struct {
	Kind     string            `json:"kind"`
	Metadata map[string]string `json:"metadata"`
	Suspend  bool              `json:"suspend,omitempty"`
	Size     int               `json:"size,omitempty"`
	Name     string            `json:"name"`
	List     []string          `json:"list,omitempty"`
	Spec     struct {
		Zone string `json:"zone"`
	} `json:"spec"`
	Elements []*struct {
		Zone string `json:"zone,omitempty"`
	} `json:"elements,omitempty"`
}

// An option compares empty values as absent ones. Door 8.
func TestEmptyIsAbsent(t *testing.T) {
	c := conversion.Func(throughJSON[omitting])
	sample := thing(older, map[string]any{
		"suspend": false, "size": int64(0), "list": []any{}, "elements": []any{map[string]any{"zone": ""}},
	})
	const trip = "Thing x, example.com/v1beta1 to example.com/v1 to example.com/v1beta1: "
	assert.Equal(t, []string{
		trip + "elements[0].zone was \"\", is absent", trip + "list was [], is absent", trip + `name was absent, is ""`,
		trip + "size was 0, is absent", trip + `spec was absent, is {"zone":""}`, trip + "suspend was false, is absent",
	}, losses(t, c, []map[string]any{sample})[:6])
	assert.Empty(t, losses(t, c, []map[string]any{sample}, conversiontest.WithEmptyAsAbsent()))

	// An element is not a field, and a value is not empty.
	dropping := conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) {
		return thing(older, map[string]any{"l": []any{}, "m": nil}), nil
	})
	got := losses(t, dropping, []map[string]any{thing(older, map[string]any{
		"l": []any{""}, "m": map[string]any{"a": map[string]any{"b": int64(1)}},
	})}, conversiontest.WithEmptyAsAbsent())
	assert.Equal(t, []string{trip + `l[0] was "", is absent`, trip + `m was {"a":{"b":1}}, is null`}, got[:2])
}

const defaulted = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: "https://example.com"}}}
  versions:
  - name: v1beta1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, properties: {size: {type: integer, default: 1}, old: {type: string}}}}
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {size: {type: integer, default: 1}, zone: {type: string, default: a}}}}
`

// The converter of a definition sets defaults and prunes: a default that the converter drops
// is no loss, and a field that only one version has is. Door 8.
func TestOfDefinition(t *testing.T) {
	dropping := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		out := map[string]any{"kind": obj["kind"], "metadata": obj["metadata"], "old": obj["old"], "extra": "pruned"}
		if obj["size"] != int64(1) {
			out["size"] = obj["size"]
		}
		return out, nil
	})
	definition := crdschema.MustCompileYAML(defaulted, crdschema.WithConverter(dropping))
	of := conversiontest.OfDefinition(definition)
	converted, err := of.Convert(t.Context(), []map[string]any{thing(older, map[string]any{"size": nil, "unknown": "x"}), thing(newer, nil)}, newer)
	require.NoError(t, err)
	assert.Equal(t, []map[string]any{
		thing(newer, map[string]any{"size": int64(1), "zone": "a"}), thing(newer, map[string]any{"size": int64(1), "zone": "a"}),
	}, converted)

	assert.Empty(t, losses(t, of, []map[string]any{thing(older, nil), thing(newer, map[string]any{"size": int64(2)})}))
	const trip = "Thing x, example.com/v1beta1 to example.com/v1 to example.com/v1beta1: "
	assert.Equal(t, []string{trip + `old was "b", is absent`}, losses(t, of, []map[string]any{thing(older, map[string]any{"old": "b"})}))
	assert.Contains(t, losses(t, dropping, []map[string]any{thing(older, map[string]any{"size": int64(1)})}), trip+"size was 1, is null", "without the definition")

	_, err = of.Convert(t.Context(), []map[string]any{thing(older, map[string]any{"metadata": "x"})}, newer)
	assert.EqualError(t, err, "json: cannot unmarshal string into Go value of type v1.ObjectMeta")
	_, err = conversiontest.OfDefinition(nil).Convert(t.Context(), nil, newer)
	assert.EqualError(t, err, "there is no definition")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = of.Convert(ctx, []map[string]any{thing(older, nil)}, newer)
	assert.ErrorIs(t, err, context.Canceled)
}
