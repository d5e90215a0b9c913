package apply_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

func TestPredict(t *testing.T) {
	a, ctx := newApplier(t, gateways), context.Background()
	object := decode(t, `{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, namespace: d}, spec: {ports: [{port: 80}]}}`)
	before := structural.Clone(object)

	created, err := a.Predict(ctx, apply.Request{Object: object, Manager: "m", Now: now})
	require.NoError(t, err)
	require.Nil(t, created.Status())
	assert.Equal(t, before, any(object))
	assert.Equal(t, "2026-01-02T03:04:05Z", created.Object["metadata"].(map[string]any)["creationTimestamp"])
	assert.Len(t, created.Changes, 4) // apiVersion, kind, metadata, spec

	again, err := a.Predict(ctx, apply.Request{Live: created.Object, Object: object, Manager: "m", Now: now.AddDate(0, 0, 1)})
	require.NoError(t, err)
	require.Nil(t, again.Status())
	assert.Empty(t, again.Changes)
	assert.Equal(t, created.Object, again.Object)

	object = decode(t, `{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, namespace: d}, spec: {ports: [{port: 80, name: http}]}, status: {ready: true}}`)
	changed, err := a.Predict(ctx, apply.Request{Live: created.Object, Object: object, Manager: "m", Now: now})
	require.NoError(t, err)
	assert.Equal(t, "~ .metadata.generation: 1 → 2\n+ .spec.ports[port=80,protocol=\"TCP\"].name: \"http\"\n", changed.Changes.Without(".metadata.managedFields").String())

	status, err := a.Predict(ctx, apply.Request{Live: created.Object, Object: object, Manager: "m", Subresource: "status", Now: now})
	require.NoError(t, err)
	assert.Equal(t, "+ .status: {\"ready\":true}\n", status.Changes.Without(".metadata.managedFields").String())
}

// An apply of a Scale changes who has the number of replicas, and nothing else.
func TestPredictScale(t *testing.T) {
	live := scaledGateway(t, [][2]string{{"a Apply v1", ownsReplicas}})
	got, err := newApplier(t, scaledGateways).Predict(t.Context(), apply.Request{Live: live, Subresource: "scale", Manager: "m", Now: now,
		Object: decode(t, "{apiVersion: autoscaling/v1, kind: Scale, metadata: {name: a, namespace: d}, spec: {replicas: 3}}")})
	require.NoError(t, err)
	require.Nil(t, got.Status())
	require.Len(t, got.Changes, 1)
	assert.Equal(t, ".metadata.managedFields[0]", got.Changes[0].Path.String())
	assert.Equal(t, managedBy(t, "M Apply v1 scale", ownsReplicas), got.Changes[0].New)
}

func TestPredictRejections(t *testing.T) {
	a, ctx := newApplier(t, gateways), context.Background()
	object := func(spec string) map[string]any {
		return decode(t, `{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, namespace: d}, spec: `+spec+`}`)
	}
	created, err := a.Predict(ctx, apply.Request{Object: object("{replicas: 1}"), Manager: "m", Now: now})
	require.NoError(t, err)
	for _, c := range []struct {
		object map[string]any
		req    apply.Request
		code   int
	}{
		{object("{replicas: 2}"), apply.Request{Manager: "other"}, 409},
		{object("{replicas: x}"), apply.Request{Manager: "m"}, 500},
		{object("{unknown: 1}"), apply.Request{Manager: "m"}, 500},
		{object("{replicas: 1.5}"), apply.Request{Manager: "m"}, 422},
		{object("{}"), apply.Request{Manager: "m", Version: "v2"}, 404},
		{object("{}"), apply.Request{}, 422},
		{object("{}"), apply.Request{Manager: "m", Subresource: "other"}, 404},
		{object("{}"), apply.Request{Manager: "m", Subresource: "scale"}, 404},
	} {
		c.req.Object, c.req.Live = c.object, created.Object
		got, err := a.Predict(ctx, c.req)
		require.NoError(t, err)
		require.NotNil(t, got.Status(), "%v", c.object)
		assert.Equal(t, c.code, got.Status().Code, got.Status().Message)
		assert.Empty(t, got.Changes)
	}
	for _, subresource := range []string{"other", "scale"} {
		_, err := a.Apply(ctx, apply.Request{Live: created.Object, Object: object("{}"), Manager: "m", Subresource: subresource})
		assert.Equal(t, 404, crdschema.StatusOf(err).Code)
	}
	unnamed, err := a.Predict(ctx, apply.Request{Object: object("{}"), Live: created.Object})
	require.NoError(t, err)
	assert.Equal(t, `PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch`, unnamed.Status().Message)
	_, err = a.Predict(ctx, apply.Request{Object: map[string]any{"a": make(chan int)}, Manager: "m"})
	assert.Error(t, err)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = a.Predict(cancelled, apply.Request{Object: object("{}"), Manager: "m"})
	assert.ErrorIs(t, err, context.Canceled)
}
