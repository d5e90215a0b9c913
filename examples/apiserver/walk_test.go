package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
	"github.com/seed95800270/crdschema/internal/walk"
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// start starts a server for a test. change may change its options.
func start(t *testing.T, change ...func(o *server.Options)) *server.Server {
	t.Helper()
	options := server.NewOptions()
	options.Dir = t.TempDir()
	for _, c := range change {
		c(options)
	}
	ctx, stop := context.WithCancel(context.Background())
	s, err := server.Start(ctx, options)
	t.Cleanup(func() {
		stop()
		require.NoError(t, s.Wait())
	})
	require.NoError(t, err)
	return s
}

// TestWalk sends the requests of walk.yaml. The answers are the reference server's, byte by byte.
func TestWalk(t *testing.T) {
	var steps []walk.Step
	var want []walk.Answer
	read(t, "testdata/walk.yaml", &steps)
	read(t, "testdata/answers.yaml", &want)
	s := start(t)
	config, err := s.Config()
	require.NoError(t, err)
	client, err := rest.HTTPClientFor(config)
	require.NoError(t, err)
	require.Len(t, want, len(steps))
	last := ""
	for i, step := range steps {
		var got walk.Answer
		got, last = send(t, client, s.URL, step.After(last))
		assert.Equal(t, want[i], got, step.Name)
	}
}

func read(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, into))
}

// send sends a step, again and again until the answer has the text that it waits for. It also returns the
// resourceVersion in the answer.
func send(t *testing.T, client *http.Client, url string, s walk.Step) (got walk.Answer, revision string) {
	t.Helper()
	method, path := s.Method()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		r, err := http.NewRequestWithContext(t.Context(), method, url+path, strings.NewReader(s.Body))
		require.NoError(t, err)
		for name, value := range s.Headers() {
			r.Header.Set(name, value)
		}
		response, err := client.Do(r)
		require.NoError(t, err)
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		text := string(body)
		busy := response.StatusCode == http.StatusTooManyRequests && strings.Contains(text, "storage is (re)initializing")
		if !busy && (s.Until == "" || strings.Contains(text, s.Until)) || time.Now().After(deadline) {
			return walk.Answer{
				Name: s.Name, Code: response.StatusCode, Type: response.Header.Get("Content-Type"), Warnings: warnings(response.Header), Body: walk.Plain(text),
			}, walk.Revision(text)
		}
	}
}

func warnings(header http.Header) (out []string) {
	for _, text := range header.Values("Warning") {
		text = strings.TrimSuffix(strings.TrimPrefix(text, `299 - "`), `"`)
		out = append(out, strings.ReplaceAll(text, `\"`, `"`))
	}
	return out
}
