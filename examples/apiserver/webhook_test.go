package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/access"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

const rooms = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: rooms.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: rooms, singular: room, kind: Room, listKind: RoomList}
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: {service: {namespace: house, name: converter, path: /convert}, caBundle: %s}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {size: {type: integer}}}}}
  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object, properties: {area: {type: integer}}}}}
`

// renaming converts size of v1 to area of v2, unless it fails.
type renaming struct{ fails atomic.Bool }

func (r *renaming) Convert(_ context.Context, objs []map[string]any, to string) ([]map[string]any, error) {
	if r.fails.Load() {
		return nil, errors.New("out of order")
	}
	out := make([]map[string]any, len(objs))
	for i, obj := range objs {
		out[i] = maps.Clone(obj)
		from, into := "size", "area"
		if to == "example.com/v1" {
			from, into = into, from
		}
		out[i]["apiVersion"] = to
		if v, found := obj[from]; found {
			out[i][into] = v
			delete(out[i], from)
		}
	}
	return out, nil
}

// TestConversionThroughProxy converts objects with a webhook that only an HTTP CONNECT proxy reaches, as in a
// cluster with Konnectivity, and clients come through the proxy, too.
func TestConversionThroughProxy(t *testing.T) {
	authority, err := access.NewAuthority("webhooks")
	require.NoError(t, err)
	pair, err := authority.Server("converter.house.svc")
	require.NoError(t, err)
	converter := &renaming{}
	hook := tlsServer(t, pair, webhook.Handler(converter))
	proxy := newProxy(t, map[string]string{"converter.house.svc:443": hook})
	s := start(t, func(o *server.Options) {
		o.CRDs = t.TempDir()
		crd := fmt.Sprintf(rooms, base64.StdEncoding.EncodeToString(authority.PEM))
		require.NoError(t, os.WriteFile(filepath.Join(o.CRDs, "rooms.yaml"), []byte(crd), 0o600))
		o.Webhooks = []webhook.Option{webhook.WithDialer(proxy.dial)}
	})
	config, err := s.Config()
	require.NoError(t, err)
	config.Proxy = http.ProxyURL(&url.URL{Scheme: "http", Host: proxy.address})
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	v1 := client.Resource(schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "rooms"})
	v2 := client.Resource(schema.GroupVersionResource{Group: "example.com", Version: "v2", Resource: "rooms"})

	_, err = v1.Create(t.Context(), room("v1", "hall", "size", 7), metav1.CreateOptions{})
	require.NoError(t, err)
	_, err = v2.Create(t.Context(), room("v2", "attic", "area", 9), metav1.CreateOptions{})
	require.NoError(t, err)
	list, err := v2.List(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	require.Len(t, list.Items, 2)
	assert.Equal(t, int64(9), list.Items[0].Object["area"])
	assert.Equal(t, int64(7), list.Items[1].Object["area"])
	attic, err := v1.Get(t.Context(), "attic", metav1.GetOptions{})
	require.NoError(t, err)
	assert.Equal(t, int64(9), attic.Object["size"])
	assert.Positive(t, proxy.tunnels.Load())

	converter.fails.Store(true)
	_, err = v2.Create(t.Context(), room("v2", "cellar", "area", 1), metav1.CreateOptions{})
	assert.ErrorContains(t, err, "conversion webhook for example.com/v2, Kind=Room failed: out of order")
	_, err = v1.Create(t.Context(), room("v1", "cellar", "size", 1), metav1.CreateOptions{})
	assert.NoError(t, err, "no conversion is necessary")
}

func room(version, name, field string, n int64) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/" + version, "kind": "Room", "metadata": map[string]any{"name": name}, field: n,
	}}
}

// tlsServer serves with a certificate, and returns its address.
func tlsServer(t *testing.T, pair access.Pair, handler http.Handler) string {
	t.Helper()
	out := httptest.NewUnstartedServer(handler)
	out.TLS = tlsConfig(t, pair)
	out.StartTLS()
	t.Cleanup(out.Close)
	return out.Listener.Addr().String()
}

// proxy is an HTTP proxy that only tunnels.
type proxy struct {
	address string
	hosts   map[string]string // addresses of hosts that nobody else knows
	tunnels atomic.Int32
}

func newProxy(t *testing.T, hosts map[string]string) *proxy {
	t.Helper()
	out := &proxy{hosts: hosts}
	s := httptest.NewServer(out)
	t.Cleanup(s.Close)
	out.address = s.Listener.Addr().String()
	return out
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	address := r.Host
	if known := p.hosts[address]; known != "" {
		address = known
	}
	to, err := net.Dial("tcp", address)
	if err != nil || r.Method != http.MethodConnect {
		http.Error(w, fmt.Sprint("no tunnel to ", r.Host), http.StatusBadGateway)
		return
	}
	from, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		_ = to.Close()
		return
	}
	p.tunnels.Add(1)
	_, _ = io.WriteString(from, "HTTP/1.1 200 OK\r\n\r\n")
	go pipe(from, to)
	pipe(to, from)
}

func pipe(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	_ = to.Close()
}

// dial opens a connection through the proxy.
func (p *proxy) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, p.address)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", address, address); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if answer.StatusCode != http.StatusOK {
		return nil, errors.Join(errors.New(answer.Status), answer.Body.Close(), conn.Close())
	}
	return conn, nil
}
