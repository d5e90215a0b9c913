package main

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/armon/go-socks5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

// TestSOCKS5 reaches the server through a SOCKS5 proxy, as with proxy-url in a kubeconfig, through one that hangs,
// and through one that is gone.
func TestSOCKS5(t *testing.T) {
	s := start(t, func(o *server.Options) { o.CRDs = "testdata/crds" })
	config, err := s.Config()
	require.NoError(t, err)
	proxy, err := socks5.New(&socks5.Config{Logger: log.New(io.Discard, "", 0)})
	require.NoError(t, err)
	listener := listen(t, func(conn net.Conn) { _ = proxy.ServeConn(conn) })
	objects := through(t, config, listener.Addr())
	_, err = objects.Create(t.Context(), lamp("desk", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	list, err := objects.List(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	assert.Len(t, list.Items, 1)

	hanging := listen(t, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
	_, err = through(t, config, hanging.Addr()).List(t.Context(), metav1.ListOptions{})
	var slow net.Error
	require.ErrorAs(t, err, &slow)
	assert.True(t, slow.Timeout(), err)

	gone := listen(t, func(net.Conn) {})
	require.NoError(t, gone.Close())
	_, err = through(t, config, gone.Addr()).List(t.Context(), metav1.ListOptions{})
	assert.ErrorContains(t, err, "connection refused")
}

// through returns a client of lamps that uses a SOCKS5 proxy, and waits for a second at most.
func through(t *testing.T, config *rest.Config, proxy net.Addr) dynamic.ResourceInterface {
	t.Helper()
	config = rest.CopyConfig(config)
	config.Proxy = http.ProxyURL(&url.URL{Scheme: "socks5", Host: proxy.String()})
	config.Dial = (&net.Dialer{Timeout: time.Second}).DialContext
	config.Timeout = 2 * time.Second
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	return client.Resource(lamps).Namespace("default")
}

// listen serves each connection with a function.
func listen(t *testing.T, serve func(net.Conn)) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(conn)
			}()
		}
	}()
	return listener
}
