package main

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	admissionv1 "k8s.io/api/admission/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/access"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

// decisions holds the objects that a cluster serves, by resource.
const decisions = `
namespaces: {apiVersion: v1, kind: Namespace, metadata: {name: default, resourceVersion: "1"}}
validatingwebhookconfigurations:
  apiVersion: admissionregistration.k8s.io/v1
  kind: ValidatingWebhookConfiguration
  metadata: {name: lamps, resourceVersion: "1"}
  webhooks:
  - name: lamps.example.com
    sideEffects: None
    admissionReviewVersions: [v1]
    matchPolicy: Equivalent
    failurePolicy: Fail
    timeoutSeconds: 10
    namespaceSelector: {}
    objectSelector: {}
    clientConfig: {url: %q, caBundle: %s}
    rules:
    - {apiGroups: [example.com], apiVersions: [v1], resources: [lamps, lamps/*], operations: ["*"], scope: "*"}
`

// TestAdmission lets a cluster decide about lamps: it has the namespace default, and a webhook that refuses more than
// five bulbs, in whichever version and subresource they are written.
func TestAdmission(t *testing.T) {
	hook := httptest.NewTLSServer(http.HandlerFunc(atMostFive))
	t.Cleanup(hook.Close)
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: hook.Certificate().Raw})
	cluster := startCore(t, fmt.Sprintf(decisions, hook.URL, base64.StdEncoding.EncodeToString(ca)))
	s := start(t, func(o *server.Options) { o.CRDs, o.Core.CoreAPIKubeconfigPath = "testdata/crds", cluster })
	config, err := s.Config()
	require.NoError(t, err)
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	objects, old := client.Resource(lamps).Namespace("default"), client.Resource(lamps.GroupResource().WithVersion("v1beta1")).Namespace("default")

	_, err = objects.Create(t.Context(), lamp("hall", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	many := lamp("many", "red")
	require.NoError(t, unstructured.SetNestedField(many.Object, int64(6), "spec", "bulbs"))
	_, err = objects.Create(t.Context(), many, metav1.CreateOptions{})
	assert.EqualError(t, err, `admission webhook "lamps.example.com" denied the request: lamps: more than five`)
	many.SetAPIVersion("example.com/v1beta1")
	_, err = old.Create(t.Context(), many, metav1.CreateOptions{})
	assert.EqualError(t, err, `admission webhook "lamps.example.com" denied the request: lamps: more than five`)
	for subresource, text := range map[string]string{
		"": "lamps: more than five", "scale": "lamps/scale: more than five", "status": "lamps/status: more than five",
	} {
		patch := map[string]string{"": `{"spec": {"bulbs": 6}}`, "scale": `{"spec": {"replicas": 6}}`, "status": `{"status": {"bulbs": 6}}`}[subresource]
		_, err = objects.Patch(t.Context(), "hall", types.MergePatchType, []byte(patch), metav1.PatchOptions{}, strings.Fields(subresource)...)
		assert.EqualError(t, err, `admission webhook "lamps.example.com" denied the request: `+text)
	}
	_, err = objects.Patch(t.Context(), "hall", types.MergePatchType, []byte(`{"spec": {"replicas": 5}}`), metav1.PatchOptions{}, "scale")
	require.NoError(t, err)
	_, err = objects.Create(t.Context(), lamp("kept", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	const kept = `admission webhook "lamps.example.com" denied the request: lamps: kept`
	assert.EqualError(t, objects.Delete(t.Context(), "kept", metav1.DeleteOptions{}), kept)
	assert.EqualError(t, objects.DeleteCollection(t.Context(), metav1.DeleteOptions{}, metav1.ListOptions{FieldSelector: "metadata.name=kept"}), kept)
	assert.NoError(t, objects.Delete(t.Context(), "hall", metav1.DeleteOptions{}))
	_, err = client.Resource(lamps).Namespace("missing").Create(t.Context(), lamp("hall", "red"), metav1.CreateOptions{})
	assert.True(t, apierrors.IsNotFound(err), "%v", err)
	assert.EqualError(t, err, `namespaces "missing" not found`)
}

// TestAdmissionWithoutCluster starts a server whose cluster does not answer. It is not ready, and ends when it is told to.
func TestAdmissionWithoutCluster(t *testing.T) {
	options := server.NewOptions()
	options.Dir, options.CRDs = t.TempDir(), "testdata/crds"
	options.Core.CoreAPIKubeconfigPath = filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, access.Kubeconfig(options.Core.CoreAPIKubeconfigPath, "http://127.0.0.1:1", nil, access.Pair{}))
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
	defer stop()
	s, err := server.Start(ctx, options)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	endsWithin(t, 20*time.Second, s.Wait)
}

// atMostFive answers as an admission webhook that refuses more than five bulbs, and the deletion of "kept".
func atMostFive(w http.ResponseWriter, r *http.Request) {
	var review admissionv1.AdmissionReview
	var object struct {
		Metadata     struct{ Name string }
		Spec, Status struct{ Bulbs, Replicas int }
	}
	err := json.NewDecoder(r.Body).Decode(&review)
	if err == nil {
		err = json.Unmarshal([]byte(cmp.Or(string(review.Request.Object.Raw), string(review.Request.OldObject.Raw))), &object)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	review.Response = &admissionv1.AdmissionResponse{UID: review.Request.UID, Allowed: true}
	problem := ""
	switch {
	case max(object.Spec.Bulbs, object.Spec.Replicas, object.Status.Bulbs) > 5:
		problem = "more than five"
	case review.Request.Operation == admissionv1.Delete && object.Metadata.Name == "kept":
		problem = "kept"
	}
	if problem != "" {
		review.Response.Allowed = false
		review.Response.Result = &metav1.Status{Message: path.Join(review.Request.Resource.Resource, review.Request.SubResource) + ": " + problem}
	}
	_ = json.NewEncoder(w).Encode(review)
}

// kinds has the kind of each resource that admission plugins watch.
var kinds = map[string]string{
	"namespaces":                        "Namespace",
	"mutatingadmissionpolicies":         "MutatingAdmissionPolicy",
	"mutatingadmissionpolicybindings":   "MutatingAdmissionPolicyBinding",
	"mutatingwebhookconfigurations":     "MutatingWebhookConfiguration",
	"validatingadmissionpolicies":       "ValidatingAdmissionPolicy",
	"validatingadmissionpolicybindings": "ValidatingAdmissionPolicyBinding",
	"validatingwebhookconfigurations":   "ValidatingWebhookConfiguration",
}

// startCore serves watches of a cluster for informers: at most one object for each resource. It returns a kubeconfig.
func startCore(t *testing.T, objects string) string {
	t.Helper()
	byResource := map[string]any{}
	require.NoError(t, yaml.Unmarshal([]byte(objects), &byResource))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		answer := json.NewEncoder(w)
		resource := path.Base(r.URL.Path)
		if r.URL.Query().Get("watch") == "" { // a namespace that is not followed, or discovery
			missing := apierrors.NewNotFound(schema.GroupResource{Resource: "namespaces"}, resource).Status()
			missing.APIVersion, missing.Kind = "v1", "Status"
			w.WriteHeader(http.StatusNotFound)
			_ = answer.Encode(missing)
			return
		}
		if object, found := byResource[resource]; found {
			_ = answer.Encode(map[string]any{"type": "ADDED", "object": object})
		}
		version := strings.TrimPrefix(strings.TrimPrefix(path.Dir(r.URL.Path), "/apis/"), "/api/")
		_ = answer.Encode(map[string]any{"type": "BOOKMARK", "object": map[string]any{
			"apiVersion": version, "kind": kinds[resource],
			"metadata": map[string]any{"resourceVersion": "1", "annotations": map[string]any{metav1.InitialEventsAnnotationKey: "true"}},
		}})
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(func() {
		s.CloseClientConnections() // watches
		s.Close()
	})
	out := filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, access.Kubeconfig(out, s.URL, nil, access.Pair{}))
	return out
}
