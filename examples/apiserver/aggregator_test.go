package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/access"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

var lamps = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "lamps"}

func lamp(name, color string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": name}, "spec": map[string]any{"color": color},
	}}
}

// TestAggregated reaches objects through kube-aggregator. The server behind it knows who asks.
func TestAggregated(t *testing.T) {
	options := server.NewOptions()
	options.Dir, options.CRDs = t.TempDir(), "testdata/crds"
	policy, audit := filepath.Join(options.Dir, "policy.json"), filepath.Join(options.Dir, "audit.log")
	require.NoError(t, os.WriteFile(policy, []byte(auditPolicy), 0o600))
	options.Audit.PolicyFile, options.Audit.LogOptions.Path = policy, audit
	ctx, stop := context.WithCancel(context.Background())
	s, err := server.StartAggregated(ctx, options)
	t.Cleanup(func() {
		stop()
		require.NoError(t, s.Wait())
	})
	require.NoError(t, err)
	config, err := s.Config()
	require.NoError(t, err)
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)

	created, err := client.Resource(lamps).Namespace("default").Create(t.Context(), lamp("desk", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	bulbs, _, err := unstructured.NestedInt64(created.Object, "spec", "bulbs")
	require.NoError(t, err)
	assert.Equal(t, int64(1), bulbs)
	_, err = client.Resource(lamps).Namespace("default").Create(t.Context(), lamp("hall", "pink"), metav1.CreateOptions{})
	assert.True(t, apierrors.IsInvalid(err), err)
	lines, err := os.ReadFile(audit)
	require.NoError(t, err)
	assert.Regexp(t, `"verb":"create","user":\{"username":"admin","groups":\["system:masters","system:authenticated"\].*"name":"desk"`, string(lines))

	joe, err := s.Authority.Client("joe")
	require.NoError(t, err)
	code, body := ask(t, s, joe, "/apis/example.com/v1/lamps", nil)
	assert.Equal(t, http.StatusForbidden, code, body)
	code, body = ask(t, s, access.Pair{}, "/apis/example.com/v1/lamps", map[string]string{"X-Remote-User": "admin", "X-Remote-Group": "system:masters"})
	assert.Equal(t, http.StatusUnauthorized, code, body)
	code, body = ask(t, s, access.Pair{}, "/readyz", nil)
	assert.Equal(t, http.StatusOK, code, body)

	// A definition that is deleted is not registered any more.
	require.NoError(t, client.Resource(crds).Delete(t.Context(), "lamps.example.com", metav1.DeleteOptions{}))
	services := client.Resource(schema.GroupVersionResource{Group: "apiregistration.k8s.io", Version: "v1", Resource: "apiservices"})
	assert.Eventually(t, func() bool {
		_, err := services.Get(t.Context(), "v1.example.com", metav1.GetOptions{})
		return apierrors.IsNotFound(err)
	}, 20*time.Second, 50*time.Millisecond)
}
