package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/access"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

var crds = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}

// hook is a conversion webhook whose handler may change.
type hook struct {
	handler atomic.Pointer[http.HandlerFunc]
}

func (h *hook) set(handler http.HandlerFunc) { h.handler.Store(&handler) }

func (h *hook) ServeHTTP(w http.ResponseWriter, r *http.Request) { (*h.handler.Load())(w, r) }

// startHooked starts a server with lamps, and rooms that a webhook converts. It returns a function that ends it.
func startHooked(t *testing.T) (*hook, dynamic.Interface, func() error) {
	t.Helper()
	authority, err := access.NewAuthority("webhooks")
	require.NoError(t, err)
	pair, err := authority.Server("converter.house.svc")
	require.NoError(t, err)
	out := &hook{}
	out.set(webhook.Handler(&renaming{}).ServeHTTP)
	address := tlsServer(t, pair, out)
	options := server.NewOptions()
	options.Dir, options.CRDs = t.TempDir(), t.TempDir()
	options.Webhooks = []webhook.Option{webhook.WithDialer(func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	})}
	require.NoError(t, os.CopyFS(options.CRDs, os.DirFS("testdata/crds")))
	crd := fmt.Sprintf(rooms, base64.StdEncoding.EncodeToString(authority.PEM))
	require.NoError(t, os.WriteFile(filepath.Join(options.CRDs, "rooms.yaml"), []byte(crd), 0o600))
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	s, err := server.Start(ctx, options)
	require.NoError(t, err)
	config, err := s.Config()
	require.NoError(t, err)
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	return out, client, func() error {
		stop()
		return s.Wait()
	}
}

// TestWebhookFaults reads objects through webhooks that fail in each way. Then one that hangs must not hold up other
// CRDs, nor the end of the server.
func TestWebhookFaults(t *testing.T) {
	h, client, end := startHooked(t)
	v1 := client.Resource(schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "rooms"})
	v2 := client.Resource(schema.GroupVersionResource{Group: "example.com", Version: "v2", Resource: "rooms"})
	_, err := v1.Create(t.Context(), room("v1", "hall", "size", 7), metav1.CreateOptions{})
	require.NoError(t, err)
	hangs := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only afterwards does the context end with the connection
		<-r.Context().Done()
	}
	const failed = "conversion webhook for example.com/v2, Kind=Room failed: "
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		text    string
	}{
		"refuses": {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }, failed + "no"},
		"garbage": {func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "garbage") }, failed + "couldn't get version/kind; json parse error: json: cannot unmarshal string into"},
		"empty":   {func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "{}") }, failed + "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind="},
		"hangs":   {hangs, "context deadline exceeded"},
	} {
		h.set(c.handler)
		short, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		_, err := v2.Create(short, room("v2", "attic", "area", 9), metav1.CreateOptions{})
		cancel()
		assert.ErrorContains(t, err, c.text, name)
		_, err = v1.Get(t.Context(), "hall", metav1.GetOptions{})
		assert.NoError(t, err, "%s: no conversion is necessary", name)
	}

	// The stored object must be converted to be deleted.
	storeV2(t, client)
	require.NoError(t, client.Resource(crds).Delete(t.Context(), "rooms.example.com", metav1.DeleteOptions{}))
	require.NoError(t, client.Resource(crds).Delete(t.Context(), "lamps.example.com", metav1.DeleteOptions{}))
	assert.Eventually(t, func() bool {
		_, err := client.Resource(crds).Get(t.Context(), "lamps.example.com", metav1.GetOptions{})
		return apierrors.IsNotFound(err)
	}, 20*time.Second, 50*time.Millisecond)
	_, err = client.Resource(crds).Get(t.Context(), "rooms.example.com", metav1.GetOptions{})
	require.NoError(t, err, "its object is there")
	endsWithin(t, 20*time.Second, end)
}

// TestWebhookRepaired deletes a CRD whose webhook refuses. It goes when the webhook works.
func TestWebhookRepaired(t *testing.T) {
	h, client, end := startHooked(t)
	v1 := client.Resource(schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "rooms"})
	_, err := v1.Create(t.Context(), room("v1", "hall", "size", 7), metav1.CreateOptions{})
	require.NoError(t, err)
	h.set(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) })
	storeV2(t, client)
	require.NoError(t, client.Resource(crds).Delete(t.Context(), "rooms.example.com", metav1.DeleteOptions{}))
	time.Sleep(time.Second)
	_, err = client.Resource(crds).Get(t.Context(), "rooms.example.com", metav1.GetOptions{})
	require.NoError(t, err, "its object is there")
	h.set(webhook.Handler(&renaming{}).ServeHTTP)
	assert.Eventually(t, func() bool {
		_, err := client.Resource(crds).Get(t.Context(), "rooms.example.com", metav1.GetOptions{})
		return apierrors.IsNotFound(err)
	}, 60*time.Second, 50*time.Millisecond)
	endsWithin(t, 20*time.Second, end)
}

// storeV2 makes v2 the storage version of rooms.
func storeV2(t *testing.T, client dynamic.Interface) {
	t.Helper()
	patch := `[{"op": "replace", "path": "/spec/versions/0/storage", "value": false}, {"op": "replace", "path": "/spec/versions/1/storage", "value": true}]`
	_, err := client.Resource(crds).Patch(t.Context(), "rooms.example.com", types.JSONPatchType, []byte(patch), metav1.PatchOptions{})
	require.NoError(t, err)
}
