package apimachinery_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/structural"
)

func review(operation string, fields map[string]any) map[string]any {
	request := map[string]any{
		"uid": "705ab4f5", "operation": operation, "namespace": "default", "name": "nightly",
		"kind": map[string]any{"group": "stable.example.com", "version": "v1", "kind": "CronTab"},
	}
	for k, v := range fields {
		request[k] = v
	}
	return map[string]any{"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request}
}

func newWebhook(opts ...apimachinery.WebhookOption) *apimachinery.Webhook {
	return apimachinery.NewWebhook([]*crdschema.Definition{definition()}, opts...)
}

func respond(t *testing.T, w *apimachinery.Webhook, review map[string]any) map[string]any {
	t.Helper()
	answer, err := w.Review(context.Background(), review)
	require.NoError(t, err)
	assert.Equal(t, "AdmissionReview", answer["kind"])
	response := answer["response"].(map[string]any)
	assert.Equal(t, "705ab4f5", response["uid"])
	return response
}

func TestReviewValidates(t *testing.T) {
	w := newWebhook()
	valid, forbidden := object(map[string]any{"image": "x"}), object(map[string]any{"image": "forbidden"})
	old := withVersion(object(map[string]any{"image": "forbidden"}))
	for _, c := range []struct {
		name   string
		review map[string]any
		code   int64 // 0 if it is allowed
	}{
		{"create", review("CREATE", map[string]any{"object": valid}), 0},
		{"create forbidden", review("CREATE", map[string]any{"object": forbidden}), 422},
		{"unchanged", review("UPDATE", map[string]any{"object": withVersion(forbidden), "oldObject": old}), 0},
		{"change", review("UPDATE", map[string]any{"object": withVersion(forbidden), "oldObject": withVersion(valid)}), 422},
		{"status", review("UPDATE", map[string]any{"subResource": "status", "object": withStatus(old, "x"), "oldObject": old}), 422},
		{"status ok", review("UPDATE", map[string]any{"subResource": "status", "object": withStatus(old, int64(1)), "oldObject": old}), 0},
		{"scale", review("UPDATE", map[string]any{"subResource": "scale", "kind": map[string]any{"group": "autoscaling", "version": "v1", "kind": "Scale"}}), 0},
		{"delete", review("DELETE", map[string]any{"oldObject": forbidden}), 0},
		{"connect", review("CONNECT", nil), 0},
		{"other kind", review("CREATE", map[string]any{"object": valid, "kind": map[string]any{"kind": "Pod"}}), 400},
		{"no object", review("CREATE", nil), 400},
		{"no old object", review("UPDATE", map[string]any{"object": valid}), 400},
		{"other version", review("CREATE", map[string]any{"object": valid, "kind": map[string]any{"group": "stable.example.com", "version": "v9", "kind": "CronTab"}}), 404},
		{"other name", review("UPDATE", map[string]any{"object": withVersion(valid), "oldObject": withVersion(valid), "name": "other"}), 400},
		{"name of a new object", review("CREATE", map[string]any{"object": valid, "name": "other"}), 0},
		{"other namespace", review("CREATE", map[string]any{"object": valid, "namespace": "other"}), 400},
		{"unknown validation", review("CREATE", map[string]any{"object": object(map[string]any{"hue": "red"}), "options": map[string]any{"fieldValidation": "Other"}}), 0},
		{"strict", review("CREATE", map[string]any{"object": object(map[string]any{"hue": "red"}), "options": map[string]any{"fieldValidation": "Strict"}}), 400},
	} {
		response := respond(t, w, c.review)
		status, _ := response["status"].(map[string]any)
		assert.Equal(t, c.code == 0, response["allowed"], "%s: %v", c.name, status["message"])
		if c.code != 0 {
			assert.Equal(t, c.code, status["code"], "%s: %v", c.name, status["message"])
		}
	}
}

func withVersion(obj map[string]any) map[string]any {
	meta := map[string]any{"name": "nightly", "namespace": "default", "resourceVersion": "7", "uid": "u"}
	return map[string]any{"apiVersion": obj["apiVersion"], "kind": obj["kind"], "metadata": meta, "spec": obj["spec"]}
}

func withStatus(obj map[string]any, ready any) map[string]any {
	out := withVersion(obj)
	out["status"] = map[string]any{"ready": ready}
	return out
}

func TestReviewWarns(t *testing.T) {
	response := respond(t, newWebhook(), review("CREATE", map[string]any{"object": object(map[string]any{"hue": "red"})}))
	assert.Equal(t, true, response["allowed"])
	assert.Equal(t, []any{`unknown field "spec.hue"`}, response["warnings"])
}

func TestReviewMutates(t *testing.T) {
	w := newWebhook(apimachinery.WithMutation())
	obj := object(map[string]any{"image": "forbidden", "a/b~": int64(1), "cronSpec": nil})
	response := respond(t, w, review("CREATE", map[string]any{"object": obj}))
	assert.Equal(t, true, response["allowed"], "validation is the server's")
	assert.Equal(t, "JSONPatch", response["patchType"])
	text, err := base64.StdEncoding.DecodeString(response["patch"].(string))
	require.NoError(t, err)
	assert.JSONEq(t, `[
		{"op":"remove","path":"/spec/a~1b~0"},
		{"op":"remove","path":"/spec/cronSpec"},
		{"op":"add","path":"/spec/replicas","value":1}]`, string(text))

	response = respond(t, w, review("CREATE", map[string]any{"object": object(map[string]any{"replicas": nil})}))
	text, err = base64.StdEncoding.DecodeString(response["patch"].(string))
	require.NoError(t, err)
	assert.JSONEq(t, `[{"op":"replace","path":"/spec/replicas","value":1}]`, string(text))

	complete := object(map[string]any{"replicas": int64(1), "note": "n"})
	complete["metadata"].(map[string]any)["creationTimestamp"] = nil
	assert.NotContains(t, respond(t, w, review("CREATE", map[string]any{"object": complete})), "patch", "metadata is the server's")

	bad := object(nil)
	bad["metadata"] = "text"
	assert.Equal(t, false, respond(t, w, review("CREATE", map[string]any{"object": bad}))["allowed"])
}

// A mutating webhook treats unknown fields as the request asks.
func TestReviewMutatesUnknownFields(t *testing.T) {
	for validation, want := range map[string]map[string]any{
		"":       {"allowed": true, "warnings": []any{`unknown field "spec.hue"`}},
		"Warn":   {"allowed": true, "warnings": []any{`unknown field "spec.hue"`}},
		"Ignore": {"allowed": true, "warnings": nil},
		"Strict": {"allowed": false, "warnings": nil},
	} {
		response := respond(t, newWebhook(apimachinery.WithMutation()), review("CREATE", map[string]any{
			"object": object(map[string]any{"hue": "red"}), "options": map[string]any{"fieldValidation": validation}}))
		assert.Equal(t, want, map[string]any{"allowed": response["allowed"], "warnings": response["warnings"]}, validation)
	}
}

// A webhook uses the last of several definitions of one kind.
func TestReviewUsesTheLastDefinition(t *testing.T) {
	lower := crdschema.MustCompileYAML(strings.Replace(cronTabs, "maximum: 10", "maximum: 5", 1))
	request := review("CREATE", map[string]any{"object": object(map[string]any{"replicas": int64(7)})})
	for allowed, definitions := range map[bool][]*crdschema.Definition{true: {lower, definition()}, false: {definition(), lower}} {
		assert.Equal(t, allowed, respond(t, apimachinery.NewWebhook(definitions), request)["allowed"])
	}
}

// A patch does not repeat what defaults and pruning leave alone.
func TestPatchOfLists(t *testing.T) {
	w := apimachinery.NewWebhook([]*crdschema.Definition{compileStored(strings.Replace(bigDefaults,
		"spec:\n            type: object\n            default: {big: 9007199254740993, float: 1.5, none: null}",
		"items: {type: array, items: {type: object, properties: {a: {type: integer, default: 1}}}}\n          spec:\n            type: object", 1))},
		apimachinery.WithMutation())
	obj := map[string]any{
		"apiVersion": "example.com/v1", "kind": "Part", "metadata": map[string]any{"name": "a"},
		"items": []any{map[string]any{"a": int64(2)}, map[string]any{"b": int64(2)}, nil},
	}
	response := respond(t, w, review("CREATE", map[string]any{"object": obj, "kind": map[string]any{"group": "example.com", "version": "v1", "kind": "Part"}}))
	text, err := base64.StdEncoding.DecodeString(response["patch"].(string))
	require.NoError(t, err)
	assert.JSONEq(t, `[{"op":"remove","path":"/items/1/b"},{"op":"add","path":"/items/1/a","value":1}]`, string(text))
}

// A mutating webhook sends 100 warnings, as the decoder of a server does. A validating one sends as
// many as a server has room for in the headers of an answer.
func TestReviewBoundsWarnings(t *testing.T) {
	spec := map[string]any{}
	for i := range 1000 {
		spec[strings.Repeat("x", i+1)] = true
	}
	for want, w := range map[int]*apimachinery.Webhook{72: newWebhook(), 100: newWebhook(apimachinery.WithMutation())} {
		warnings := respond(t, w, review("CREATE", map[string]any{"object": object(spec)}))["warnings"]
		assert.Equal(t, want, len(warnings.([]any)))
	}
}

func TestReviewRefusesOthers(t *testing.T) {
	cyclic := review("CREATE", nil)
	cyclic["request"].(map[string]any)["object"] = cyclic
	for name, in := range map[string]map[string]any{
		"nil": nil, "empty": {}, "cyclic": cyclic,
		"version":    {"apiVersion": "admission.k8s.io/v1beta1", "kind": "AdmissionReview", "request": map[string]any{}},
		"no request": {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview"},
	} {
		_, err := newWebhook().Review(context.Background(), in)
		assert.Error(t, err, name)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := newWebhook().Review(canceled, review("CREATE", map[string]any{"object": object(nil)}))
	assert.ErrorIs(t, err, context.Canceled)
}

func post(w http.Handler, contentType, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	out := httptest.NewRecorder()
	w.ServeHTTP(out, r)
	return out
}

func TestServeHTTP(t *testing.T) {
	w := newWebhook(apimachinery.WithMaxRequestBytes(2000))
	body, err := json.Marshal(review("CREATE", map[string]any{"object": object(map[string]any{"replicas": int64(50)})}))
	require.NoError(t, err)
	out := post(w, "application/json; charset=utf-8", string(body))
	assert.Equal(t, http.StatusOK, out.Code)
	assert.Equal(t, "application/json", out.Header().Get("Content-Type"))
	assert.Contains(t, out.Body.String(), `"allowed":false`)
	assert.Contains(t, out.Body.String(), "spec.replicas in body should be less than or equal to 10")

	for name, c := range map[string]struct {
		contentType, body string
		code              int
	}{
		"type":       {"text/plain", string(body), http.StatusUnsupportedMediaType},
		"no type":    {"", string(body), http.StatusUnsupportedMediaType},
		"size":       {"application/json", strings.Repeat(" ", 3000), http.StatusRequestEntityTooLarge},
		"no JSON":    {"application/json", "{", http.StatusBadRequest},
		"a list":     {"application/json", "[]", http.StatusBadRequest},
		"empty":      {"application/json", "", http.StatusBadRequest},
		"no review":  {"application/json", "{}", http.StatusBadRequest},
		"deep lists": {"application/json", strings.Repeat("[", 1900), http.StatusBadRequest},
	} {
		out := post(w, c.contentType, c.body)
		assert.Equal(t, c.code, out.Code, name)
		assert.NotEmpty(t, strings.TrimSpace(out.Body.String()), name)
	}
	for size, code := range map[int]int{16 << 20: http.StatusOK, 16<<20 + 1: http.StatusRequestEntityTooLarge} {
		padded := string(body) + strings.Repeat(" ", size-len(body))
		assert.Equal(t, code, post(newWebhook(), "application/json", padded).Code, size)
	}
	get := httptest.NewRecorder()
	w.ServeHTTP(get, httptest.NewRequest(http.MethodGet, "/", nil))
	assert.Equal(t, http.StatusMethodNotAllowed, get.Code)
}

// If the budget is spent, a webhook answers with the code 503: as the HTTP status if it
// could not read the request, or else in the Status.
func TestServeHTTPWithinBudget(t *testing.T) {
	body, err := json.Marshal(review("CREATE", map[string]any{"object": object(map[string]any{"image": "x"})}))
	require.NoError(t, err)
	seen := map[string]bool{}
	for steps := int64(1); steps < 1<<12; steps += 1 + steps/16 {
		ctx := structural.WithBudget(t.Context(), structural.Budget{Steps: steps})
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		out := httptest.NewRecorder()
		newWebhook().ServeHTTP(out, r)
		seen[verdictOf(t, out)] = true
	}
	assert.Equal(t, map[string]bool{"503": true, "200 ServiceUnavailable": true, "200 allowed": true}, seen)
}

// A body with more maps and lists than the budget has values is refused before it is decoded.
func TestServeHTTPCountsMaps(t *testing.T) {
	const n = 100_000
	body := `[` + strings.Repeat(`{"a":0},`, n) + `{}]`
	r := httptest.NewRequestWithContext(structural.WithBudget(t.Context(), structural.Budget{Values: n}), http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	out := httptest.NewRecorder()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	newWebhook().ServeHTTP(out, r)
	runtime.ReadMemStats(&after)
	assert.Equal(t, http.StatusServiceUnavailable, out.Code)
	assert.Equal(t, "too much work: more than 100000 values made reading an AdmissionReview\n", out.Body.String())
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8*len(body)))
}

// verdictOf returns the code of an answer, and what it says about the request.
func verdictOf(t *testing.T, out *httptest.ResponseRecorder) string {
	if out.Code != http.StatusOK {
		assert.Contains(t, out.Body.String(), "too much work: ")
		return strconv.Itoa(out.Code)
	}
	var answer struct {
		Response struct {
			Allowed bool
			Status  struct {
				Code            int
				Reason, Message string
			}
		}
	}
	require.NoError(t, json.Unmarshal(out.Body.Bytes(), &answer))
	if answer.Response.Allowed {
		return "200 allowed"
	}
	assert.Equal(t, http.StatusServiceUnavailable, answer.Response.Status.Code)
	assert.Contains(t, answer.Response.Status.Message, "too much work: ")
	return "200 " + answer.Response.Status.Reason
}

// The items share a default in memory, and each operation of the patch has its own text.
func TestPatchWithinBudget(t *testing.T) {
	d := crdschema.MustCompileYAML(strings.Replace(`
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
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              l: {type: array, items: {type: object, properties: {s: {type: string, default: LONG}}}}
`, "LONG", strings.Repeat("x", 1<<20), 1))
	list := make([]any, 1000)
	for i := range list {
		list[i] = map[string]any{}
	}
	obj := object(map[string]any{"l": list})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w := apimachinery.NewWebhook([]*crdschema.Definition{d}, apimachinery.WithMutation())
	response := respond(t, w, review("CREATE", map[string]any{"object": obj}))
	assert.Equal(t, false, response["allowed"])
	assert.Equal(t, int64(http.StatusServiceUnavailable), response["status"].(map[string]any)["code"])
	assert.NotContains(t, response, "patch")

	u := &unstructured.Unstructured{Object: obj}
	require.NoError(t, apimachinery.NewDefaulter[*unstructured.Unstructured](d, "").Default(t.Context(), u))
	err := apimachinery.FromMap(t.Context(), u.Object, new(struct{ Spec any }))
	require.ErrorIs(t, err, structural.ErrTooMuchWork)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(16<<20))
}
