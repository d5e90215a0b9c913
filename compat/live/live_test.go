package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/compat/live"
	"github.com/seed95800270/crdschema/document"
)

// server answers lists of n objects in pages. The tokens before expired are answered with 410.
type server struct {
	n, expired, broken int // broken is the object at which it fails, or 0
	requests           []string
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	s.requests = append(s.requests, r.URL.Path+" "+query.Get("limit")+" "+query.Get("continue")+" "+query.Get("resourceVersion"))
	from, fresh := 0, false
	if token := query.Get("continue"); token != "" {
		token, fresh = strings.CutPrefix(token, "fresh")
		from, _ = strconv.Atoi(token)
	}
	w.Header().Set("Content-Type", "application/json")
	if from > 0 && from < s.expired && !fresh {
		w.WriteHeader(http.StatusGone)
		meta := map[string]any{}
		if from != 2 {
			meta["continue"] = fmt.Sprint("fresh", from)
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"kind": "Status", "apiVersion": "v1", "metadata": meta, "status": "Failure", "reason": "Expired", "code": 410, "message": "The provided continue parameter is too old"})
		return
	}
	if s.broken > 0 && from >= s.broken {
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = w.Write([]byte("etcd is gone"))
		return
	}
	limit, _ := strconv.Atoi(query.Get("limit"))
	var items []any
	for i := from; i < min(from+limit, s.n); i++ {
		items = append(items, map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": map[string]any{"name": fmt.Sprint("c", i), "namespace": "a", "resourceVersion": "1"}, "spec": map[string]any{"replicas": i}})
	}
	meta := map[string]any{"resourceVersion": "5"}
	if from+limit < s.n {
		meta["continue"] = fmt.Sprint(from + limit)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"kind": "CronTabList", "apiVersion": "stable.example.com/v1", "metadata": meta, "items": items})
}

func (s *server) client(t testing.TB) dynamic.ResourceInterface {
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	client, err := dynamic.NewForConfig(&rest.Config{Host: h.URL, QPS: -1})
	require.NoError(t, err)
	return client.Resource(schema.GroupVersionResource{Group: "stable.example.com", Version: "v1", Resource: "crontabs"})
}

func TestObjects(t *testing.T) {
	const path = "/apis/stable.example.com/v1/crontabs "
	tests := map[string]struct {
		server   server
		opts     metav1.ListOptions
		objects  int
		err      string
		requests []string
	}{
		"one page":         {server{n: 3}, metav1.ListOptions{}, 3, "", []string{"500  "}},
		"no objects":       {server{}, metav1.ListOptions{}, 0, "", []string{"500  "}},
		"pages":            {server{n: 7}, metav1.ListOptions{Limit: 3, ResourceVersion: "0"}, 7, "", []string{"3  0", "3 3 ", "3 6 "}},
		"whole pages":      {server{n: 6}, metav1.ListOptions{Limit: 3}, 6, "", []string{"3  ", "3 3 "}},
		"expired":          {server{n: 7, expired: 6}, metav1.ListOptions{Limit: 3}, 7, "", []string{"3  ", "3 3 ", "3 fresh3 ", "3 6 "}},
		"expired for good": {server{n: 7, expired: 6}, metav1.ListOptions{Limit: 2}, 2, "page 2: The provided continue parameter is too old", []string{"2  ", "2 2 "}},
		"broken":           {server{n: 7, broken: 6}, metav1.ListOptions{Limit: 3}, 6, "page 3: ", []string{"3  ", "3 3 ", "3 6 "}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			objects, failed := 0, ""
			for source, object := range live.Objects(t.Context(), "test", test.server.client(t), test.opts) {
				assert.Equal(t, "test", source.Name)
				if source.Err != nil {
					failed += source.Err.Error()
					continue
				}
				assert.Equal(t, fmt.Sprint("c", objects), object["metadata"].(map[string]any)["name"])
				objects++
			}
			assert.Equal(t, test.objects, objects)
			if test.err == "" || !strings.HasSuffix(test.err, " ") {
				assert.Equal(t, test.err, failed)
			} else {
				assert.True(t, strings.HasPrefix(failed, test.err), failed)
			}
			var want []string
			for _, r := range test.requests {
				want = append(want, path+r)
			}
			assert.Equal(t, want, test.server.requests)
		})
	}
}

// TestObjectsEnd checks that no page is read ahead, and that the walk ends with its context.
func TestObjectsEnd(t *testing.T) {
	s := &server{n: 100}
	client := s.client(t)
	for range live.Objects(t.Context(), "test", client, metav1.ListOptions{Limit: 10}) {
		break
	}
	assert.Len(t, s.requests, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	failed := 0
	for source := range live.Objects(ctx, "test", client, metav1.ListOptions{Limit: 10}) {
		cancel()
		if source.Err != nil {
			require.ErrorIs(t, source.Err, context.Canceled)
			failed++
		}
	}
	assert.Equal(t, 1, failed)
	for source := range live.Objects(t.Context(), "test", nil, metav1.ListOptions{}) {
		assert.EqualError(t, source.Err, "there is no client")
	}
}

const crontabs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {replicas: {type: integer, maximum: 1000}}}}}}
`

// TestAudit audits a cluster whose connection breaks.
func TestAudit(t *testing.T) {
	doc, err := document.DecodeOne(t.Context(), []byte(crontabs))
	require.NoError(t, err)
	audit, err := compat.NewAudit(t.Context(), nil, doc.Object)
	require.NoError(t, err)
	s := &server{n: 3_000, broken: 2_000}
	report, err := audit.Run(t.Context(), live.Objects(t.Context(), "test", s.client(t), metav1.ListOptions{}))
	require.NoError(t, err)
	assert.Equal(t, map[compat.Outcome]int64{compat.Accepted: 1_001, compat.Tolerated: 999, compat.Failed: 1}, report.Counts)
}
