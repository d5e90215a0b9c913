package adapters

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
)

const parts = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: parts.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: parts, kind: Part}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          size: {type: integer, default: 1, maximum: 10}
`

var definition = crdschema.MustCompileYAML(parts)

// part is the typed object of the definition.
type part struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Size              int64 `json:"size,omitempty"`
}

func (p *part) DeepCopyObject() runtime.Object {
	out := *p
	out.ObjectMeta = *p.ObjectMeta.DeepCopy()
	return &out
}

func scheme() *runtime.Scheme {
	s := runtime.NewScheme()
	s.AddKnownTypeWithName(schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Part"}, &part{})
	return s
}

// review returns the answer of a webhook of controller-runtime to a request to create an
// object, over HTTP.
func review(t *testing.T, webhook http.Handler, object string) *admissionv1.AdmissionResponse {
	body, err := json.Marshal(admissionv1.AdmissionReview{
		TypeMeta: metav1.TypeMeta{APIVersion: "admission.k8s.io/v1", Kind: "AdmissionReview"},
		Request: &admissionv1.AdmissionRequest{
			UID: "1", Operation: admissionv1.Create, Namespace: "default", Kind: metav1.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Part"},
			Object: runtime.RawExtension{Raw: []byte(object)},
		},
	})
	require.NoError(t, err)
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	webhook.ServeHTTP(w, r)
	var answer admissionv1.AdmissionReview
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer), w.Body)
	require.Equal(t, "1", string(answer.Response.UID))
	return answer.Response
}

const (
	small = `{"apiVersion":"example.com/v1","kind":"Part","metadata":{"name":"a","namespace":"default"},"hue":"red"}`
	large = `{"apiVersion":"example.com/v1","kind":"Part","metadata":{"name":"a","namespace":"default"},"size":50}`
)

// TestControllerRuntime sends reviews to webhooks of controller-runtime with our handler,
// validator and defaulter, and to our own webhook.
func TestControllerRuntime(t *testing.T) {
	definitions := []*crdschema.Definition{definition}
	validating, mutating := apimachinery.NewWebhook(definitions), apimachinery.NewWebhook(definitions, apimachinery.WithMutation())
	for name, w := range map[string]http.Handler{
		"own":       validating,
		"handler":   &admission.Webhook{Handler: apimachinery.NewHandler[admission.Request, admission.Response](validating)},
		"validator": admission.WithValidator(scheme(), apimachinery.NewValidator[*part, admission.Warnings](definition, "v1")),
		//lint:ignore SA1019 programs still call it
		"custom": admission.WithCustomValidator(scheme(), &part{}, apimachinery.NewValidator[runtime.Object, admission.Warnings](definition, "v1")),
	} {
		assert.True(t, review(t, w, small).Allowed, name)
		rejected := review(t, w, large)
		assert.False(t, rejected.Allowed, name)
		require.NotNil(t, rejected.Result.Details, "%s: %v", name, rejected.Result)
		assert.Equal(t, int32(422), rejected.Result.Code, name)
		assert.Equal(t, metav1.StatusReasonInvalid, rejected.Result.Reason, name)
		require.Len(t, rejected.Result.Details.Causes, 1, name)
		assert.Equal(t, "size", rejected.Result.Details.Causes[0].Field, name)
	}
	for name, w := range map[string]http.Handler{
		"own":       mutating,
		"handler":   &admission.Webhook{Handler: apimachinery.NewHandler[admission.Request, admission.Response](mutating)},
		"defaulter": admission.WithDefaulter(scheme(), apimachinery.NewDefaulter[*part](definition, "v1")),
	} {
		answer := review(t, w, small)
		assert.True(t, answer.Allowed, name)
		require.NotNil(t, answer.PatchType, name)
		assert.Contains(t, string(answer.Patch), `{"op":"add","path":"/size","value":1}`, name)
	}
}

// TestHandlerWarns checks the parts of a response that only some have.
func TestHandlerWarns(t *testing.T) {
	h := apimachinery.NewHandler[admission.Request, admission.Response](apimachinery.NewWebhook([]*crdschema.Definition{definition}))
	request := admission.Request{AdmissionRequest: admissionv1.AdmissionRequest{
		UID: "1", Operation: admissionv1.Create, Kind: metav1.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Part"},
		Object: runtime.RawExtension{Raw: []byte(small)},
	}}
	assert.Equal(t, []string{`unknown field "hue"`}, h.Handle(context.Background(), request).Warnings)
	request.Object.Raw = []byte(`{`)
	assert.Equal(t, int32(400), h.Handle(context.Background(), request).Result.Code)
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	request.Object.Raw = []byte(small)
	response := h.Handle(canceled, request)
	assert.False(t, response.Allowed)
	assert.Equal(t, int32(503), response.Result.Code)
}
