package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema/apimachinery"
)

// TestWebhooks sends an object to both webhooks: a size breaks the maximum or the rule.
func TestWebhooks(t *testing.T) {
	definition, err := apimachinery.Compile(context.Background(), parts())
	if err != nil {
		t.Fatal(err)
	}
	scheme := runtime.NewScheme()
	scheme.AddKnownTypeWithName(schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Part"}, &part{})
	for size, wrong := range map[string]string{
		"2":  "",
		"3":  "failed rule: self != 3",
		"11": "size in body should be less than or equal to 10",
	} {
		for name, webhook := range map[string]http.Handler{"body": validating(definition), "typed": validatingTyped(scheme, definition)} {
			answer := post(t, webhook, `{"apiVersion":"example.com/v1","kind":"Part","metadata":{"name":"a","namespace":"default"},"size":`+size+`}`)
			if answer.Allowed != (wrong == "") || !strings.Contains(message(answer), wrong) {
				t.Errorf("%s, size %s: allowed %v, %q", name, size, answer.Allowed, message(answer))
			}
		}
	}
}

func post(t *testing.T, webhook http.Handler, object string) *admissionv1.AdmissionResponse {
	body, err := json.Marshal(admissionv1.AdmissionReview{
		TypeMeta: metav1.TypeMeta{APIVersion: "admission.k8s.io/v1", Kind: "AdmissionReview"},
		Request: &admissionv1.AdmissionRequest{
			UID: "1", Operation: admissionv1.Create, Namespace: "default",
			Kind:   metav1.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Part"},
			Object: runtime.RawExtension{Raw: []byte(object)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	webhook.ServeHTTP(w, r)
	var answer admissionv1.AdmissionReview
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err, w.Body)
	}
	return answer.Response
}

func message(answer *admissionv1.AdmissionResponse) string {
	if answer.Result == nil {
		return ""
	}
	return answer.Result.Message
}
