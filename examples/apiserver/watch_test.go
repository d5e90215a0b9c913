package main

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

const watches = 40

// TestWatchClientGone opens watches whose clients go away: one half ends its requests, the other half loses its
// connections. No goroutine of the server is left of them.
func TestWatchClientGone(t *testing.T) {
	s := start(t, func(o *server.Options) { o.CRDs = "testdata/crds" })
	way := newGate(t, strings.Replace(s.URL, "https", "http", 1))
	config, err := s.Config()
	require.NoError(t, err)
	config.QPS = -1
	direct, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	config.Host = "https://" + way.address
	gated, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	_, err = direct.Resource(lamps).Namespace("default").Create(t.Context(), lamp("watched", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	open(t.Context(), t, direct, 1) // the first watch starts goroutines for all of them
	before := serving()

	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	open(ctx, t, direct, watches/2)
	lost := open(t.Context(), t, gated, watches/2)
	require.GreaterOrEqual(t, serving(), before+watches)
	leave()
	way.to("")
	for _, w := range lost {
		w.Stop() // so that no goroutine of the client is left
	}
	if !assert.Eventually(t, func() bool { return serving() <= before }, 30*time.Second, 100*time.Millisecond) {
		t.Log(before, serving())
	}
	_, err = direct.Resource(lamps).Namespace("default").Create(t.Context(), lamp("after", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
}

// open opens watches, and waits for the first event of each.
func open(ctx context.Context, t *testing.T, client dynamic.Interface, n int) (out []watch.Interface) {
	t.Helper()
	for range n {
		w, err := client.Resource(lamps).Watch(ctx, metav1.ListOptions{})
		require.NoError(t, err)
		event, isOpen := <-w.ResultChan()
		require.True(t, isOpen)
		require.Equal(t, watch.Added, event.Type)
		out = append(out, w)
	}
	return out
}

// serving returns how many goroutines serve requests or watches.
func serving() (n int) {
	buffer := make([]byte, 1<<24)
	size := runtime.Stack(buffer, true)
	if size == len(buffer) {
		panic("more stacks than fit")
	}
	for _, stack := range strings.Split(string(buffer[:size]), "\n\n") {
		if strings.Contains(stack, "k8s.io/apiserver/pkg/endpoints") || strings.Contains(stack, "k8s.io/apiserver/pkg/storage/cacher.(*cacheWatcher)") {
			n++
		}
	}
	return n
}
