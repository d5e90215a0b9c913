package crdserver_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdserver"
)

// dial opens a connection for HTTP/1.1.
func dial(t *testing.T, server *crdserver.Server) *tls.Conn {
	t.Helper()
	conn, err := tls.Dial("tcp", strings.TrimPrefix(server.URL, "https://"), &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestHalfRequests sends requests that stop in the middle: the server disconnects their clients.
func TestHalfRequests(t *testing.T) {
	server := start(t, "lamps.yaml", crdserver.WithClientTimeout(100*time.Millisecond))
	head := "POST /apis/example.com/v1/namespaces/default/lamps HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + server.Token + "\r\n"
	for name, half := range map[string]string{
		"nothing": "", "half a head": head[:30], "no end of the head": head, "half a body": head + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"api",
	} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, server)
			_, err := conn.Write([]byte(half))
			require.NoError(t, err)
			require.NoError(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
			text, err := io.ReadAll(conn)
			assert.NoError(t, err, "the server closes the connection")
			assert.NotContains(t, string(text), "HTTP/1.1 20")
		})
	}
}

// TestLargeHeader sends a header of more than a megabyte, and a body of more than a server reads.
func TestLargeHeader(t *testing.T) {
	server := start(t, "lamps.yaml")
	c := client(t, server)
	for _, large := range []func(*http.Request){
		func(r *http.Request) { r.Header.Set("X-Large", strings.Repeat("x", 2<<20)) },
		func(r *http.Request) {
			r.Method, r.Body = "POST", io.NopCloser(io.LimitReader(zeros{}, 100<<20))
		},
	} {
		req, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/apis/example.com/v1/namespaces/default/lamps", nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+server.Token)
		req.Header.Set("Content-Type", "application/json")
		large(req)
		if answer, err := c.Do(req); err == nil { // or the server has closed the connection
			assert.GreaterOrEqual(t, answer.StatusCode, 400)
			answer.Body.Close()
		}
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

// post creates or patches an object.
func post(t *testing.T, c *http.Client, server *crdserver.Server, method, path, contentType string, body []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, bytes.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+server.Token)
	req.Header.Set("Content-Type", contentType)
	answer, err := c.Do(req)
	require.NoError(t, err)
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	answer.Body.Close()
	require.Less(t, answer.StatusCode, 300, "%s", text)
}

const lampsPath = "/apis/example.com/v1/namespaces/default/lamps"

// TestSlowWatch changes objects under a watch that does not read: the server ends it and keeps no
// events for it.
func TestSlowWatch(t *testing.T) {
	server := start(t, "lamps.yaml", crdserver.WithHistory(10), crdserver.WithClientTimeout(300*time.Millisecond))
	c := client(t, server)
	conn := dial(t, server)
	fmt.Fprintf(conn, "GET %s?watch=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n\r\n", lampsPath, server.Token)
	large := strings.Repeat("x", 100_000)
	post(t, c, server, "POST", lampsPath, "application/json", fmt.Appendf(nil, `{"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"a","annotations":{"a":%q}}}`, large))
	for i := range 200 {
		post(t, c, server, "PATCH", lampsPath+"/a", "application/merge-patch+json", fmt.Appendf(nil, `{"spec":{"watts":%d}}`, i+1))
	}
	time.Sleep(500 * time.Millisecond)
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
	text, err := io.ReadAll(conn)
	assert.False(t, err != nil && strings.Contains(err.Error(), "timeout"), "%v", err)
	assert.Less(t, bytes.Count(text, []byte(`"MODIFIED"`)), 200)
}

// TestManyWatches starts 300 watches, or 10,000 with ORACLE_FULL=1, too many for the race detector: all
// see all writes.
func TestManyWatches(t *testing.T) {
	server := start(t, "lamps.yaml")
	c := client(t, server)
	watches, writes := 300, 20
	if os.Getenv("ORACLE_FULL") == "1" {
		watches = 10_000
	}
	var ready, done sync.WaitGroup
	for range watches {
		ready.Add(1)
		done.Add(1)
		go func() {
			defer done.Done()
			req, _ := http.NewRequestWithContext(t.Context(), "GET", server.URL+lampsPath+"?watch=1", nil)
			req.Header.Set("Authorization", "Bearer "+server.Token)
			answer, err := c.Do(req)
			ready.Done()
			if !assert.NoError(t, err) {
				return
			}
			defer answer.Body.Close()
			lines := bufio.NewScanner(answer.Body)
			for range writes {
				if !assert.True(t, lines.Scan(), "%v", lines.Err()) {
					return
				}
			}
		}()
	}
	ready.Wait()
	for i := range writes {
		post(t, c, server, "POST", lampsPath, "application/json", fmt.Appendf(nil, `{"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"l%d"}}`, i))
	}
	done.Wait()
}

// TestResetStreams resets streams of HTTP/2 as soon as they are open, and watches too. The server goes on,
// and keeps nothing of them.
func TestResetStreams(t *testing.T) {
	server := start(t, "lamps.yaml")
	c := client(t, server)
	post(t, c, server, "POST", lampsPath, "application/json", []byte(`{"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"a"}}`))
	before := runtime.NumGoroutine()
	var wait sync.WaitGroup
	for range 20 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range 100 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%10)*100*time.Microsecond)
				req, _ := http.NewRequestWithContext(ctx, "GET", server.URL+lampsPath+[]string{"", "?watch=1"}[i%2], nil)
				req.Header.Set("Authorization", "Bearer "+server.Token)
				if answer, err := c.Do(req); err == nil {
					answer.Body.Close()
				}
				cancel()
			}
		}()
	}
	wait.Wait()
	post(t, c, server, "PATCH", lampsPath+"/a", "application/merge-patch+json", []byte(`{"spec":{"watts":1}}`))
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+10 }, 10*time.Second, 10*time.Millisecond, "connections of the client")
}

// TestConcurrentWrites patches one object from many clients at the same time: no write is lost.
func TestConcurrentWrites(t *testing.T) {
	server := start(t, "lamps.yaml")
	c := client(t, server)
	post(t, c, server, "POST", lampsPath, "application/json", []byte(`{"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"a","labels":{}}}`))
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			post(t, c, server, "PATCH", lampsPath+"/a", "application/merge-patch+json", fmt.Appendf(nil, `{"metadata":{"labels":{"l%d":"x"}}}`, i))
		}()
	}
	wait.Wait()
	req, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+lampsPath+"/a", nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+server.Token)
	answer, err := c.Do(req)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	labels, _, _ := strings.Cut(string(text), `"managedFields"`)
	assert.Equal(t, 20, strings.Count(labels, `":"x"`))
}
