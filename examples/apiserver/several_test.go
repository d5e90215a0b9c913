package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/etcd"
)

// TestTwoServers lets two servers share an etcd, as servers of a cluster do: each serves what is written to the other,
// creates of one name succeed once, and a CRD that one deletes is gone on both.
func TestTwoServers(t *testing.T) {
	address, stopEtcd, err := etcd.Start(t.Context(), t.TempDir())
	require.NoError(t, err)
	t.Cleanup(stopEtcd)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	first, one := startAt(ctx, t, address)
	second, two := startAt(ctx, t, address)
	clients := []dynamic.Interface{one, two}

	var created, refused atomic.Int32
	var writers sync.WaitGroup
	for _, client := range clients {
		writers.Go(func() {
			for i := range 50 {
				_, err := client.Resource(lamps).Namespace("default").Create(t.Context(), lamp(fmt.Sprint("lamp-", i), "red"), metav1.CreateOptions{})
				switch {
				case err == nil:
					created.Add(1)
				case apierrors.IsAlreadyExists(err):
					refused.Add(1)
				default:
					assert.NoError(t, err)
				}
			}
		})
	}
	writers.Wait()
	assert.Equal(t, []int32{50, 50}, []int32{created.Load(), refused.Load()})
	for _, client := range clients {
		list, err := client.Resource(lamps).List(t.Context(), metav1.ListOptions{})
		require.NoError(t, err)
		assert.Len(t, list.Items, 50)
	}

	for i, client := range clients {
		color, other := fmt.Sprint("color-", i), clients[1-i].Resource(lamps).Namespace("default")
		patch := fmt.Sprintf(`[{"op": "replace", "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/color/enum", "value": ["red", %q]}]`, color)
		_, err := client.Resource(crds).Patch(t.Context(), "lamps.example.com", types.JSONPatchType, []byte(patch), metav1.PatchOptions{})
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			_, err := other.Create(t.Context(), lamp(color, color), metav1.CreateOptions{})
			return err == nil
		}, 10*time.Second, 20*time.Millisecond)
	}

	require.NoError(t, two.Resource(crds).Delete(t.Context(), "lamps.example.com", metav1.DeleteOptions{}))
	for _, client := range clients {
		require.Eventually(t, func() bool {
			_, err := client.Resource(crds).Get(t.Context(), "lamps.example.com", metav1.GetOptions{})
			_, gone := client.Resource(lamps).List(t.Context(), metav1.ListOptions{})
			return apierrors.IsNotFound(err) && apierrors.IsNotFound(gone)
		}, 10*time.Second, 20*time.Millisecond)
	}
	stop()
	require.NoError(t, first.Wait())
	require.NoError(t, second.Wait())
}
