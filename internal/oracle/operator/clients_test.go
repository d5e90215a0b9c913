package operator_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery/fakeclient"
	"github.com/seed95800270/crdschema/crdserver"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/oracle/live"
)

// handler sends the requests of a client to the reference server.
type handler struct{ server *live.Server }

// RoundTrip implements http.RoundTripper.
func (h handler) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	headers := map[string]string{}
	for name := range r.Header {
		headers[name] = r.Header.Get(name)
	}
	answer := h.server.Send(r.Method, r.URL.RequestURI(), headers, body)
	return &http.Response{StatusCode: answer.Code, Header: answer.Header, Body: io.NopCloser(bytes.NewReader(answer.Text)), Request: r}, nil
}

const agent = "gardener/v1"

// theirClient returns the client of an operator for the reference server.
func theirClient(t *testing.T, server *live.Server, scheme *runtime.Scheme) client.Client {
	t.Helper()
	config := &rest.Config{Host: "http://live", Transport: handler{server}, UserAgent: agent, QPS: -1, WarningHandler: rest.NoWarnings{}}
	c, err := client.New(config, client.Options{Scheme: scheme, Mapper: mapper()})
	require.NoError(t, err)
	return c
}

// servedClient returns the client of an operator for a crdserver.
func servedClient(t *testing.T, crds []map[string]any, scheme *runtime.Scheme) client.Client {
	t.Helper()
	server, err := crdserver.Start(context.Background(), crdserver.WithCRDObjects(crds...))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	config := &rest.Config{
		Host: server.URL, UserAgent: agent, QPS: -1, WarningHandler: rest.NoWarnings{},
		TLSClientConfig: rest.TLSClientConfig{CAData: server.CA, CertData: server.ClientCert, KeyData: server.ClientKey},
	}
	c, err := client.New(config, client.Options{Scheme: scheme, Mapper: mapper()})
	require.NoError(t, err)
	return c
}

// createNamespace creates a namespace: crdserver requires it, unlike the reference's CRD server alone.
func createNamespace(c client.Client, name string) error {
	var namespace unstructured.Unstructured
	namespace.SetAPIVersion("v1")
	namespace.SetKind("Namespace")
	namespace.SetName(name)
	return c.Create(context.Background(), &namespace)
}

func mapper() meta.RESTMapper {
	out := meta.NewDefaultRESTMapper([]schema.GroupVersion{group})
	out.Add(schema.GroupVersionKind{Version: "v1", Kind: "Namespace"}, meta.RESTScopeRoot)
	out.Add(group.WithKind("Garden"), meta.RESTScopeNamespace)
	out.Add(group.WithKind("Flower"), meta.RESTScopeNamespace)
	return out
}

// manifests returns the CRDs and their definitions.
func manifests(t *testing.T) ([]map[string]any, []*crdschema.Definition) {
	t.Helper()
	text, err := os.ReadFile("testdata/crds.yaml")
	require.NoError(t, err)
	docs, err := document.DecodeYAML(context.Background(), text)
	require.NoError(t, err)
	var crds []map[string]any
	var definitions []*crdschema.Definition
	for _, doc := range docs {
		d, err := crdschema.Compile(context.Background(), doc.Object)
		require.NoError(t, err)
		crds, definitions = append(crds, doc.Object), append(definitions, d)
	}
	return crds, definitions
}

// ourClient returns a new wrapped fake client.
func ourClient(scheme *runtime.Scheme, definitions []*crdschema.Definition) *fakeclient.Client {
	below := fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().Build()
	return fakeclient.MustWrap(below, definitions, fakeclient.WithUserAgent(agent))
}
