package crdserver_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema/crdserver"
)

// TestCompression reads answers on both sides of the size from which they are compressed.
func TestCompression(t *testing.T) {
	var mu sync.Mutex
	traced := map[string]string{}
	server := start(t, "lamps.yaml", crdserver.WithTrace(func(x crdserver.Exchange) {
		mu.Lock()
		defer mu.Unlock()
		traced[x.Header.Get("X-Name")] = string(x.Answer)
	}))
	maps := dynamicClient(t, server).Resource(configMaps).Namespace("default")
	for name, size := range map[string]int{"small": 100 << 10, "large": 128 << 10} {
		obj := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": map[string]any{"name": name}, "data": map[string]any{"text": strings.Repeat("x", size)}}}
		_, err := maps.Create(t.Context(), obj, metav1.CreateOptions{})
		require.NoError(t, err)
	}
	for _, c := range []struct {
		name, accept string
		compressed   bool
	}{
		{"large", "gzip", true}, {"large", "deflate, gzip ,br", true}, {"large", "gzip;q=0.5", false}, {"large", "identity", false}, {"small", "gzip", false},
	} {
		req, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/api/v1/namespaces/default/configmaps/"+c.name, nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+server.Token)
		req.Header.Set("Accept-Encoding", c.accept)
		req.Header.Set("X-Name", c.name+" "+c.accept)
		answer, err := client(t, server).Do(req)
		require.NoError(t, err)
		body := io.Reader(answer.Body)
		if c.compressed {
			assert.Equal(t, []string{"Accept-Encoding"}, answer.Header.Values("Vary"))
			require.Equal(t, "gzip", answer.Header.Get("Content-Encoding"), c)
			body, err = gzip.NewReader(body)
			require.NoError(t, err)
		} else {
			assert.Empty(t, answer.Header.Get("Content-Encoding"), c)
		}
		var obj map[string]any
		require.NoError(t, json.NewDecoder(body).Decode(&obj))
		assert.Equal(t, "ConfigMap", obj["kind"])
		require.NoError(t, answer.Body.Close())
	}
	require.NoError(t, server.Close())
	for name, text := range traced {
		if name != "" {
			assert.True(t, strings.HasPrefix(text, `{"apiVersion":"v1"`), name)
		}
	}
}
