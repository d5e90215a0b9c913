package apimachinery_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
)

var ctx = context.Background()

// A typed object gets the server's verdict as a client gets it.
func Example() {
	cronTab := newCronTab("nightly", cronTabSpec{Image: "forbidden"})
	cronTab.APIVersion, cronTab.Kind = "stable.example.com/v1", "CronTab"
	obj, err := apimachinery.ToMap(context.Background(), cronTab)
	if err != nil {
		panic(err)
	}
	result, err := definition().Admit(ctx, crdschema.Request{Object: obj})
	if err != nil {
		panic(err)
	}
	err = apimachinery.StatusError(result.Status())
	fmt.Println(apierrors.IsInvalid(err), err)
	// Output: true CronTab.stable.example.com "nightly" is invalid: spec: Invalid value: this image is forbidden
}

// A client returned this CRD. Typed CRDs are passed in the same way.
func ExampleCompile() {
	crd := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "parts.example.com"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Cluster",
			"names": map[string]any{"plural": "parts", "kind": "Part"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}},
			}},
		},
	}}
	definition, err := apimachinery.Compile(ctx, crd)
	if err != nil {
		panic(err)
	}
	fmt.Println(definition.Name(), definition.Versions())
	// Output: parts.example.com [v1]
}

func ExampleCRDToMap() {
	crd := &unstructured.Unstructured{}
	crd.SetAPIVersion("apiextensions.k8s.io/v1")
	crd.SetKind("CustomResourceDefinition")
	crd.SetName("parts.example.com")
	m, err := apimachinery.CRDToMap(context.Background(), crd)
	if err != nil {
		panic(err)
	}
	fmt.Println(m["apiVersion"], m["kind"])
	// Output: apiextensions.k8s.io/v1 CustomResourceDefinition
}

func ExampleToMap() {
	m, err := apimachinery.ToMap(context.Background(), newCronTab("nightly", cronTabSpec{Seed: 9007199254740993}))
	if err != nil {
		panic(err)
	}
	fmt.Println(m["spec"])
	// Output: map[seed:9007199254740993]
}

func ExampleFromMap() {
	result, err := definition().Admit(ctx, crdschema.Request{Object: object(map[string]any{"image": "nightly:1"})})
	if err != nil {
		panic(err)
	}
	var cronTab cronTab
	if err := apimachinery.FromMap(context.Background(), result.Object, &cronTab); err != nil {
		panic(err)
	}
	fmt.Println(cronTab.Name, cronTab.Spec.Image, *cronTab.Spec.Replicas)
	// Output: nightly nightly:1 1
}

func ExampleToUnstructured() {
	result, err := definition().Admit(ctx, crdschema.Request{Object: object(nil)})
	if err != nil {
		panic(err)
	}
	u := apimachinery.ToUnstructured(result.Object)
	u.SetName("another") // the result does not change
	fmt.Println(u.GetName(), result.Object["metadata"].(map[string]any)["name"])
	// Output: another nightly
}

func ExampleErrorList() {
	result, err := definition().Admit(ctx, crdschema.Request{Object: object(map[string]any{"image": int64(5)})})
	if err != nil {
		panic(err)
	}
	for _, err := range apimachinery.ErrorList(result.Errors) {
		fmt.Println(err.Type, err.Field, err.BadValue)
	}
	// Output:
	// Invalid value spec.image integer
	// Invalid value <nil> <nil>
}

func ExampleStatusError() {
	result, err := definition().Admit(ctx, crdschema.Request{Object: object(nil), Version: "v2"})
	if err != nil {
		panic(err)
	}
	err = apimachinery.StatusError(result.Status())
	fmt.Println(apierrors.IsNotFound(err), err)
	// Output: true the server could not find the requested resource
}

func ExampleErrorOf() {
	_, err := definition().Read(ctx, object(nil), "v2")
	err = apimachinery.ErrorOf(err)
	fmt.Println(apierrors.ReasonForError(err))
	// Output: NotFound
}

func ExampleNewWebhook() {
	webhook := apimachinery.NewWebhook([]*crdschema.Definition{definition()})
	request := httptest.NewRequest(http.MethodPost, "/validate", strings.NewReader(`{
		"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
		"request": {
			"uid": "1", "operation": "CREATE", "namespace": "default",
			"kind": {"group": "stable.example.com", "version": "v1", "kind": "CronTab"},
			"object": {"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "nightly"}, "spec": {"hue": "red"}}
		}}`))
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	webhook.ServeHTTP(answer, request) // http.ListenAndServeTLS(…, webhook) in a real program
	fmt.Println(answer.Body)
	// Output: {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"allowed":true,"uid":"1","warnings":["unknown field \"spec.hue\""]}}
}

func ExampleWebhook_Review() {
	webhook := newWebhook(apimachinery.WithMutation())
	answer, err := webhook.Review(ctx, review("CREATE", map[string]any{"object": object(map[string]any{"hue": "red"})}))
	if err != nil {
		panic(err)
	}
	response := answer["response"].(map[string]any)
	patch, _ := base64.StdEncoding.DecodeString(response["patch"].(string))
	fmt.Println(string(patch))
	// Output: [{"op":"remove","path":"/spec/hue"},{"op":"add","path":"/spec/replicas","value":1}]
}

func ExampleWithMutation() {
	webhook := apimachinery.NewWebhook([]*crdschema.Definition{definition()}, apimachinery.WithMutation())
	answer, err := webhook.Review(ctx, review("CREATE", map[string]any{"object": object(map[string]any{"image": "x"})}))
	if err != nil {
		panic(err)
	}
	fmt.Println(answer["response"].(map[string]any)["patchType"])
	// Output: JSONPatch
}

func ExampleWithMaxRequestBytes() {
	webhook := newWebhook(apimachinery.WithMaxRequestBytes(1 << 10))
	fmt.Println(post(webhook, "application/json", strings.Repeat(" ", 2<<10)).Code)
	// Output: 413
}

// Request and response have the types of controller-runtime in a program that uses it.
func ExampleNewHandler() {
	type request struct {
		UID       string         `json:"uid"`
		Operation string         `json:"operation"`
		Kind      map[string]any `json:"kind"`
		Object    map[string]any `json:"object"`
	}
	type response struct {
		Allowed bool          `json:"allowed"`
		Result  metav1.Status `json:"status"`
	}
	handler := apimachinery.NewHandler[request, response](newWebhook())
	answer := handler.Handle(ctx, request{
		Operation: "CREATE",
		Kind:      map[string]any{"group": "stable.example.com", "version": "v1", "kind": "CronTab"},
		Object:    object(map[string]any{"image": "forbidden"}),
	})
	fmt.Println(answer.Allowed, answer.Result.Message)
	// Output: false CronTab.stable.example.com "nightly" is invalid: spec: Invalid value: this image is forbidden
}

// With controller-runtime, warnings is admission.Warnings, and the validator is passed to
// admission.WithValidator or to the WithValidator of a webhook builder.
func ExampleNewValidator() {
	validator := apimachinery.NewValidator[*cronTab, warnings](definition(), "v1")
	_, err := validator.ValidateCreate(ctx, newCronTab("nightly", cronTabSpec{Image: "forbidden"}))
	fmt.Println(err)

	old, obj := newCronTab("nightly", cronTabSpec{Image: "forbidden"}), newCronTab("nightly", cronTabSpec{Image: "forbidden", CronSpec: "* * * * *"})
	old.ResourceVersion, obj.ResourceVersion = "7", "7"
	_, err = validator.ValidateUpdate(ctx, old, obj)
	fmt.Println(err)

	_, err = validator.ValidateDelete(ctx, obj)
	fmt.Println(err)
	// Output:
	// CronTab.stable.example.com "nightly" is invalid: spec: Invalid value: this image is forbidden
	// CronTab.stable.example.com "nightly" is invalid: spec: Invalid value: this image is forbidden
	// <nil>
}

func ExampleWithSubresource() {
	type subresource struct{} // admission.RequestFromContext(ctx) in a real program
	validator := apimachinery.NewValidator[*cronTab, warnings](definition(), "v1", apimachinery.WithSubresource(func(ctx context.Context) string {
		return ctx.Value(subresource{}).(string)
	}))
	old, obj := newCronTab("nightly", cronTabSpec{}), newCronTab("nightly", cronTabSpec{Image: "forbidden"})
	old.ResourceVersion, obj.ResourceVersion = "7", "7"
	_, err := validator.ValidateUpdate(context.WithValue(ctx, subresource{}, "status"), old, obj)
	fmt.Println(err) // a request to the status changes nothing else
	// Output: <nil>
}

func ExampleNewDefaulter() {
	obj := newCronTab("nightly", cronTabSpec{})
	if err := apimachinery.NewDefaulter[*cronTab](definition(), "v1").Default(ctx, obj); err != nil {
		panic(err)
	}
	fmt.Println(*obj.Spec.Replicas)
	// Output: 1
}
