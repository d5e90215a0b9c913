package conversion_test

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/seed95800270/crdschema/conversion"
)

func cronTab(apiVersion string, fields map[string]any) map[string]any {
	obj := map[string]any{"apiVersion": apiVersion, "kind": "CronTab", "metadata": map[string]any{"name": "backup"}}
	maps.Copy(obj, fields)
	return obj
}

// Four versions need three pairs of functions.
func ExampleNewChain() {
	step := func(from, to string) conversion.Step {
		return conversion.Step{From: from, To: to, Convert: func(_ context.Context, obj map[string]any) (map[string]any, error) { return obj, nil }}
	}
	chain, err := conversion.NewChain(
		step("example.com/v1alpha1", "example.com/v1"), step("example.com/v1", "example.com/v1alpha1"),
		step("example.com/v1beta1", "example.com/v1"), step("example.com/v1", "example.com/v1beta1"),
		step("example.com/v2", "example.com/v1"), step("example.com/v1", "example.com/v2"),
	)
	fmt.Println(chain.Path("example.com/v1alpha1", "example.com/v2"), err)
	// Output: [example.com/v1alpha1 example.com/v1 example.com/v2] <nil>
}

// The strategy None changes the apiVersion and nothing else.
func ExampleNone() {
	out, _ := conversion.None{}.Convert(context.Background(), []map[string]any{cronTab("example.com/v1beta1", nil)}, "example.com/v1")
	fmt.Println(out[0]["apiVersion"])
	// Output: example.com/v1
}

// One function may convert to all versions.
func ExampleFunc() {
	noted := conversion.Func(func(_ context.Context, obj map[string]any, to string) (map[string]any, error) {
		if obj["suspend"] == true {
			return nil, errors.New("a suspended job has no counterpart in " + to)
		}
		return obj, nil
	})
	_, err := noted.Convert(context.Background(), []map[string]any{cronTab("example.com/v1beta1", map[string]any{"suspend": true})}, "example.com/v1")
	fmt.Println(err)
	// Output: CronTab backup: a suspended job has no counterpart in example.com/v1
}

// A server only accepts the object that it sent.
func ExampleKind() {
	careless := conversion.Func(func(_ context.Context, _ map[string]any, _ string) (map[string]any, error) {
		return map[string]any{"kind": "CronTab", "metadata": map[string]any{"name": "copy"}}, nil
	})
	kind := conversion.Kind{Group: "example.com", Versions: []string{"v1beta1", "v1"}, Converter: careless}
	_, err := kind.Convert(context.Background(), cronTab("example.com/v1beta1", nil), "example.com/v1")
	fmt.Println(err)

	var wrong *conversion.Error
	fmt.Println(errors.As(err, &wrong), wrong.Stage)

	_, err = kind.Convert(context.Background(), cronTab("example.com/v1beta1", nil), "example.com/v2")
	fmt.Println(err)
	// Output:
	// conversion webhook for example.com/v1beta1, Kind=CronTab returned invalid object: must have the same name: backup != copy
	// true Identity
	// request to convert CR to an invalid group/version: example.com/v2
}

// The items of a list may have been stored at different versions.
func ExampleKind_ConvertList() {
	kind := conversion.Kind{Group: "example.com", Versions: []string{"v1beta1", "v1"}}
	list := map[string]any{"apiVersion": "example.com/v1", "kind": "CronTabList", "items": []any{
		cronTab("example.com/v1beta1", nil), cronTab("example.com/v1", nil),
	}}
	out, err := kind.ConvertList(context.Background(), list, "example.com/v1")
	for _, item := range out["items"].([]any) {
		fmt.Println(item.(map[string]any)["apiVersion"])
	}
	fmt.Println(err)
	// Output:
	// example.com/v1
	// example.com/v1
	// <nil>
}

// Only labels and annotations of the metadata are taken from the answer.
func ExampleAccept() {
	sent := cronTab("example.com/v1beta1", map[string]any{"metadata": map[string]any{"name": "backup", "finalizers": []any{"example.com/keep"}}})
	answered := cronTab("example.com/v1", map[string]any{"metadata": map[string]any{"name": "backup", "labels": map[string]any{"new": "label"}}})
	out, err := conversion.Accept(context.Background(), []map[string]any{sent}, []map[string]any{answered}, "example.com/v1")
	fmt.Println(out[0]["metadata"], err)
	// Output: map[finalizers:[example.com/keep] labels:map[new:label] name:backup] <nil>
}

// Any transport can carry the messages: here the webhook is a function call.
func ExampleNewReview() {
	review, err := conversion.NewReview(conversion.ReviewRequest{
		UID:            "3f1e",
		ToAPIVersion:   "example.com/v1",
		Objects:        []map[string]any{cronTab("example.com/v1beta1", nil), cronTab("example.com/v1", nil)},
		ReviewVersions: []string{"v1", "v1beta1"},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(review.Len(), "to send")
	answer, err := conversion.Respond(context.Background(), review.Message(), conversion.None{})
	if err != nil {
		fmt.Println(review.Failed(err))
		return
	}
	objs, err := review.Read(context.Background(), answer)
	fmt.Println(len(objs), objs[0]["apiVersion"], err)
	// Output:
	// 1 to send
	// 2 example.com/v1 <nil>
}

// A conversion that panics fails, but the webhook continues.
func ExampleRespond() {
	broken := conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) {
		panic("index out of range")
	})
	answer, err := conversion.Respond(context.Background(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "ConversionReview",
		"request": map[string]any{
			"uid": "3f1e", "desiredAPIVersion": "example.com/v1", "objects": []any{cronTab("example.com/v1beta1", nil)},
		},
	}, broken)
	fmt.Println(answer["response"], err)
	// Output: map[result:map[message:CronTab backup: the conversion panicked: index out of range status:Failed] uid:3f1e] <nil>
}

func ExampleStage_String() {
	fmt.Println(conversion.Identity.String())
	// Output: Identity
}

func ExampleError_Unwrap() {
	err := &conversion.Error{Of: "example.com/v1, Kind=CronTab", Err: context.DeadlineExceeded}
	fmt.Println(err.Error())
	fmt.Println(err.Unwrap() == context.DeadlineExceeded)
	// Output:
	// conversion webhook for example.com/v1, Kind=CronTab failed: context deadline exceeded
	// true
}

// Stages are words in JSON.
func ExampleStage_MarshalText() {
	stage := conversion.Identity
	text, err := stage.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(stage.UnmarshalText([]byte("Metadata")), stage)
	// Output:
	// Identity <nil>
	// <nil> Metadata
}
