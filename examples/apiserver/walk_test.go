package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

func TestMain(m *testing.M) {
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

// step is a request of the walk.
type step struct {
	Name, Request, ContentType, Accept, Body, Until string
}

// answer is what the reference server answers to a step, without times, uids and revisions.
type answer struct {
	Name     string   `json:"name"`
	Code     int      `json:"code"`
	Type     string   `json:"type"`
	Warnings []string `json:"warnings,omitempty"`
	Body     string   `json:"body"`
}

// TestWalk sends the requests of walk.yaml. The answers are the reference server's, byte by byte.
func TestWalk(t *testing.T) {
	var steps []step
	var want []answer
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
		step.Body = strings.ReplaceAll(step.Body, "LAST", last)
		var got answer
		got, last = step.send(t, client, s.URL)
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
func (s step) send(t *testing.T, client *http.Client, url string) (got answer, revision string) {
	t.Helper()
	method, path, _ := strings.Cut(s.Request, " ")
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		r, err := http.NewRequestWithContext(t.Context(), method, url+path, strings.NewReader(s.Body))
		require.NoError(t, err)
		r.Header.Set("User-Agent", "walk/1")
		r.Header.Set("Accept", "application/json")
		if s.Accept != "" {
			r.Header.Set("Accept", s.Accept)
		}
		if s.ContentType != "" {
			r.Header.Set("Content-Type", s.ContentType)
		}
		response, err := client.Do(r)
		require.NoError(t, err)
		text, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		busy := response.StatusCode == http.StatusTooManyRequests && strings.Contains(string(text), "storage is (re)initializing")
		if !busy && (s.Until == "" || strings.Contains(string(text), s.Until)) || time.Now().After(deadline) {
			if found := revisions.FindSubmatch(text); found != nil {
				revision = string(found[1])
			}
			return answer{s.Name, response.StatusCode, response.Header.Get("Content-Type"), warnings(response.Header), withoutAccidents(string(text))}, revision
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

var revisions = regexp.MustCompile(`"resourceVersion":"(\d+)"`)

// accidents differ from run to run.
var accidents = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`), "TIME"},
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "UID"},
	{regexp.MustCompile(`(resourceVersion\\*"?: ?\\*")\d+`), `${1}REVISION`},
	{regexp.MustCompile(`"\d+s"`), `"AGE"`},
	{regexp.MustCompile(`"continue":"[^"]+"`), `"continue":"TOKEN"`},
}

func withoutAccidents(text string) string {
	for _, a := range accidents {
		text = a.pattern.ReplaceAllString(text, a.text)
	}
	return text
}
