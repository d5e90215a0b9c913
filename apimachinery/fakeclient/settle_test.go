package fakeclient_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// returning returns a reconciler that does nothing.
func returning(result reconcile.Result) reconcile.Reconciler {
	return reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) { return result, nil })
}

func TestSettledResults(t *testing.T) {
	for _, result := range []reconcile.Result{{}, {RequeueAfter: time.Second}, {Requeue: true, RequeueAfter: time.Second}} {
		got, err := newClient(t).ReconcileUntilSettled(ctx, returning(result), reconcile.Request{}, 1)
		require.NoError(t, err)
		assert.Equal(t, result, got)
	}
}

func TestLoopWithoutWrites(t *testing.T) {
	_, err := newClient(t).ReconcileUntilSettled(ctx, returning(reconcile.Result{Requeue: true}), reconcile.Request{}, 3)
	assert.EqualError(t, err, "the reconciler still asks for another run after 3 runs")
}
