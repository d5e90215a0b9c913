package webhook_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"io"
	"math"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/internal/hostile"
)

// fault is a webhook that fails while it answers.
type fault func(w http.ResponseWriter, r *http.Request)

// ServeHTTP reads the request before it calls f: only then does the HTTP server
// notice that the client has disconnected.
func (f fault) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	f(w, r)
}

const beginning = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"uid":"`

func killed(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_, _ = conn.Write([]byte("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n" + beginning))
		conn.Close()
	}
}

// endless writes until the client disconnects.
func endless(w http.ResponseWriter, r *http.Request) {
	_, _ = w.Write([]byte(beginning))
	for r.Context().Err() == nil {
		_, _ = w.Write([]byte("x"))
		w.(http.Flusher).Flush()
		time.Sleep(time.Millisecond)
	}
}

// silent accepts the request and does not answer. Without the panic, the server would
// send an empty answer. It may still reach a client whose time is up.
func silent(_ http.ResponseWriter, r *http.Request) {
	<-r.Context().Done()
	panic(http.ErrAbortHandler)
}

func gigabyte(w http.ResponseWriter, r *http.Request) {
	_, _ = w.Write([]byte(beginning))
	chunk := []byte(strings.Repeat("x", 1<<20))
	for range 1 << 10 {
		if _, err := w.Write(chunk); err != nil || r.Context().Err() != nil {
			return
		}
	}
}

// TestFaults checks that the client returns a clear error soon after the context ends, and
// leaves nothing behind.
func TestFaults(t *testing.T) {
	a := newAuthority(t)
	foreign := newAuthority(t)
	const deadline = 300 * time.Millisecond
	for name, c := range map[string]struct {
		fault    fault
		template x509.Certificate
		from     authority // whose certificate the webhook has
		want     string
	}{
		"killed":     {fault: killed, from: a, want: "unexpected error when reading response body. Please retry. Original error: unexpected EOF"},
		"endless":    {fault: endless, from: a, want: "context deadline exceeded"},
		"silent":     {fault: silent, from: a, want: "context deadline exceeded"},
		"1 GiB":      {fault: gigabyte, from: a, want: "the response is longer than 1048576 bytes"},
		"other name": {fault: silent, from: a, template: x509.Certificate{DNSNames: []string{"other"}}, want: "x509: cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs"},
		"expired":    {fault: silent, from: a, template: x509.Certificate{NotAfter: time.Now().Add(-time.Hour)}, want: "x509: certificate has expired or is not yet valid"},
		"foreign":    {fault: silent, from: foreign, want: "x509: certificate signed by unknown authority"},
	} {
		t.Run(name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			server := c.from.serve(t, c.fault, &c.template)
			client := a.client(t, server.URL, webhook.WithMaxResponseBytes(1<<20))
			ctx, cancel := context.WithTimeout(context.Background(), deadline)
			defer cancel()
			began := time.Now()
			got, err := client.Convert(ctx, things(older, 3), newer)
			assert.Less(t, time.Since(began), deadline+2*time.Second)
			require.ErrorContains(t, err, c.want)
			assert.ErrorContains(t, err, "conversion webhook for example.com/v1, Kind=ThingList failed: ")
			assert.Nil(t, got, "nothing half converted")
			var e *conversion.Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, conversion.Exchange, e.Stage)
			if strings.HasPrefix(c.want, "context") {
				assert.ErrorIs(t, err, context.DeadlineExceeded)
			}
			client.Close()
			server.CloseClientConnections()
			server.Close()
			hostile.RequireGoroutines(t, before)
		})
	}
}

func TestNoGoroutineIsLeft(t *testing.T) {
	a := newAuthority(t)
	server := a.serve(t, echo, &x509.Certificate{})
	before := runtime.NumGoroutine()
	client := a.client(t, server.URL, webhook.WithBatchSize(2))
	got, err := client.Convert(context.Background(), things(older, 7), newer)
	require.NoError(t, err)
	assert.Equal(t, things(newer, 7), got)
	client.Close()
	hostile.RequireGoroutines(t, before)
}

func TestTimeout(t *testing.T) {
	a := newAuthority(t)
	asked := make(chan string, 1)
	server := a.serve(t, fault(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Query().Get("timeout")
		silent(w, r)
	}), &x509.Certificate{})
	client := a.client(t, server.URL, webhook.WithTimeout(100*time.Millisecond))
	_, err := client.Convert(context.Background(), things(older, 1), newer)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Equal(t, "100ms", <-asked)
}

// A webhook that sends Retry-After is called again, until the context is done or ten
// retries have failed.
func TestRetryAfter(t *testing.T) {
	a := newAuthority(t)
	calls := 0
	wait := "0"
	server := a.serve(t, fault(func(w http.ResponseWriter, r *http.Request) {
		if calls++; calls == 3 {
			echo.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Retry-After", wait)
		w.WriteHeader(http.StatusServiceUnavailable)
	}), &x509.Certificate{})
	client := a.client(t, server.URL)
	got, err := client.Convert(context.Background(), things(older, 1), newer)
	require.NoError(t, err)
	assert.Equal(t, things(newer, 1), got)

	calls = 3
	_, err = client.Convert(context.Background(), things(older, 1), newer)
	require.ErrorContains(t, err, "the server is currently unable to handle the request")
	assert.Equal(t, 3+11, calls)

	calls, wait = 3, "3600"
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err = client.Convert(ctx, things(older, 1), newer)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestRedirectIsNotFollowed(t *testing.T) {
	a := newAuthority(t)
	calls := 0
	server := a.serve(t, fault(func(w http.ResponseWriter, r *http.Request) {
		calls++
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}), &x509.Certificate{})
	_, err := a.client(t, server.URL).Convert(context.Background(), things(older, 1), newer)
	require.EqualError(t, err, "conversion webhook for example.com/v1beta1, Kind=Thing failed: "+
		"the server responded with the status code 307 but did not return more information")
	assert.Equal(t, 1, calls)
	var status *webhook.StatusError
	require.ErrorAs(t, err, &status)
	assert.Equal(t, http.StatusTemporaryRedirect, status.Code)
}

// An answer that is too long is an error even if it is well formed.
func TestMaxResponseBytes(t *testing.T) {
	a := newAuthority(t)
	server := a.serve(t, echo, &x509.Certificate{})
	_, err := a.client(t, server.URL, webhook.WithMaxResponseBytes(100)).Convert(context.Background(), things(older, 1), newer)
	var tooLarge *webhook.TooLargeError
	require.ErrorAs(t, err, &tooLarge)
	assert.EqualValues(t, 100, tooLarge.Limit)
	_, err = a.client(t, server.URL, webhook.WithMaxResponseBytes(math.MaxInt64)).Convert(context.Background(), things(older, 1), newer)
	assert.NoError(t, err)
}

func TestNoProxyOfTheEnvironment(t *testing.T) {
	t.Setenv("HTTPS_PROXY", "http://proxy.example.com:3128")
	var dialed string
	client, err := webhook.New(webhook.Config{URL: "https://hook.example.com/", ReviewVersions: []string{"v1"}},
		webhook.WithDialer(func(_ context.Context, _, address string) (net.Conn, error) {
			dialed = address
			return nil, context.Canceled
		}))
	require.NoError(t, err)
	_, err = client.Convert(context.Background(), things(older, 1), newer)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, "hook.example.com:443", dialed)
}

// The error names the address that refuses connections.
func TestConnectionRefused(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	url := "https://" + l.Addr().String()
	require.NoError(t, l.Close())
	_, err = newAuthority(t).client(t, url).Convert(context.Background(), things(older, 1), newer)
	assert.ErrorContains(t, err, "connection refused")
}

func TestProtobufIsNotUnderstood(t *testing.T) {
	a := newAuthority(t)
	server := a.serve(t, fault(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/vnd.kubernetes.protobuf")
		_, _ = w.Write([]byte("k8s\x00\n\x00"))
	}), &x509.Certificate{})
	_, err := a.client(t, server.URL).Convert(context.Background(), things(older, 1), newer)
	assert.ErrorContains(t, err, "control characters are not allowed")
}
