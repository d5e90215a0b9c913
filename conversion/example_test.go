package conversion_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema/conversion"
)

func cronTab(apiVersion string, fields map[string]any) map[string]any {
	obj := map[string]any{"apiVersion": apiVersion, "kind": "CronTab", "metadata": map[string]any{"name": "backup"}}
	maps.Copy(obj, fields)
	return obj
}

// The hostPort of one version is the host and the port of the other.
func ExampleDeclare() {
	converter, err := conversion.Declare(conversion.Declaration{
		From: "example.com/v1beta1",
		To:   "example.com/v1",
		Rules: []conversion.Rule{{Split: &conversion.Split{
			From: ".hostPort", Separator: ":", To: []conversion.Part{{Path: ".host"}, {Path: ".port", Type: "integer"}},
		}}},
	})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	beta := cronTab("example.com/v1beta1", map[string]any{"hostPort": "localhost:1234"})
	v1, err := converter.Convert(ctx, []map[string]any{beta}, "example.com/v1")
	fmt.Println(v1[0]["host"], v1[0]["port"], err)

	// The other direction is derived.
	again, err := converter.Convert(ctx, v1, "example.com/v1beta1")
	fmt.Println(again[0]["hostPort"], err)

	// What could not be brought back is refused.
	v1[0]["host"] = "::1"
	_, err = converter.Convert(ctx, v1, "example.com/v1beta1")
	fmt.Println(err)
	// Output:
	// localhost 1234 <nil>
	// localhost:1234 <nil>
	// CronTab backup: .hostPort could not be joined: "::1:1234" would be split elsewhere again
}

// A declaration can be a file.
func ExampleReadDeclaration() {
	declaration, err := conversion.ReadDeclaration(map[string]any{
		"from": "example.com/v1beta1",
		"to":   "example.com/v1",
		"rules": []any{
			map[string]any{"rename": map[string]any{"path": ".spec.jobs[*].cron", "to": "schedule"}},
			map[string]any{"constant": map[string]any{"path": ".spec.zone", "value": "UTC"}},
		},
	})
	fmt.Println(declaration.To, declaration.Rules[0].Rename.To, declaration.Rules[1].Constant.Value, err)
	// Output: example.com/v1 schedule UTC <nil>
}

// A rule that loses data has no inverse.
func ExampleDeclaration_Inverse() {
	declaration := conversion.Declaration{From: "example.com/v1beta1", To: "example.com/v1", Rules: []conversion.Rule{
		{Values: &conversion.Values{Path: ".mode", Pairs: []conversion.Pair{{From: "fast", To: "on"}, {From: "slow", To: "on"}}}},
	}}
	_, err := declaration.Inverse()
	fmt.Println(err)

	declaration.Rules[0].Values.Pairs[1].To = "off"
	inverse, err := declaration.Inverse()
	fmt.Println(inverse.From, inverse.Rules[0].Values.Pairs, err)
	// Output:
	// example.com/v1beta1 to example.com/v1: rule 0: has no inverse: values of .mode: "fast" and "slow" both become "on"
	// example.com/v1 [{on fast} {off slow}] <nil>
}

// Declared and written conversions go together.
func ExampleDeclaration_Step() {
	declared, err := conversion.Declaration{From: "example.com/v1beta1", To: "example.com/v1",
		Rules: []conversion.Rule{{Rename: &conversion.Rename{Path: ".cron", To: "schedule"}}}}.Step()
	if err != nil {
		panic(err)
	}
	written := conversion.Step{From: "example.com/v1alpha1", To: "example.com/v1beta1",
		Convert: func(_ context.Context, obj map[string]any) (map[string]any, error) {
			out := maps.Clone(obj)
			out["cron"] = strings.Join([]string{"0", "0", "*", "*", "*"}, " ")
			return out, nil
		}}
	chain, err := conversion.NewChain(written, declared)
	if err != nil {
		panic(err)
	}
	v1, err := chain.Convert(context.Background(), []map[string]any{cronTab("example.com/v1alpha1", nil)}, "example.com/v1")
	fmt.Println(v1[0]["schedule"], err)
	// Output: 0 0 * * * <nil>
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
	fmt.Println(chain.Way("example.com/v1alpha1", "example.com/v2"), err)
	// Output: [example.com/v1alpha1 example.com/v1 example.com/v2] <nil>
}

// The strategy None changes the apiVersion and nothing else.
func ExampleNone() {
	out, _ := conversion.None{}.Convert(context.Background(), []map[string]any{cronTab("example.com/v1beta1", nil)}, "example.com/v1")
	fmt.Println(out[0]["apiVersion"])
	// Output: example.com/v1
}

// One function may serve all versions.
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

// A server lets no object pass that is not the one it sent.
func ExampleKind() {
	careless := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
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

// Of the metadata only labels and annotations are taken over.
func ExampleAccept() {
	sent := cronTab("example.com/v1beta1", map[string]any{"metadata": map[string]any{"name": "backup", "finalizers": []any{"example.com/keep"}}})
	answered := cronTab("example.com/v1", map[string]any{"metadata": map[string]any{"name": "backup", "labels": map[string]any{"new": "label"}}})
	out, err := conversion.Accept([]map[string]any{sent}, []map[string]any{answered}, "example.com/v1")
	fmt.Println(out[0]["metadata"], err)
	// Output: map[finalizers:[example.com/keep] labels:map[new:label] name:backup] <nil>
}

// Any transport will do: here the webhook is a function call away.
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
	objs, err := review.Read(answer)
	fmt.Println(len(objs), objs[0]["apiVersion"], err)
	// Output:
	// 1 to send
	// 2 example.com/v1 <nil>
}

// A conversion that panics fails; the webhook lives on.
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

// A field that is forgotten on the way is found.
func ExampleRoundTrip() {
	forgetful := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		out := maps.Clone(obj)
		delete(out, "suspend")
		return out, nil
	})
	losses, err := conversion.RoundTrip(context.Background(), forgetful,
		[]string{"example.com/v1beta1", "example.com/v1"},
		[]map[string]any{cronTab("example.com/v1beta1", map[string]any{"suspend": true, "schedule": "@daily"})})
	for _, loss := range losses {
		fmt.Println(loss)
	}
	fmt.Println(err)
	// Output:
	// CronTab backup, example.com/v1beta1 to example.com/v1 to example.com/v1beta1: suspend was true, is absent
	// <nil>
}

func ExampleStage_String() {
	fmt.Println(conversion.Identity.String())
	// Output: Identity
}

func ExampleLoss_String() {
	fmt.Println(conversion.Loss{Object: "CronTab backup", Way: []string{"v1", "v2"}, Err: errors.New("no way")}.String())
	// Output: CronTab backup, v1 to v2: no way
}

func ExampleError_Unwrap() {
	err := &conversion.Error{Of: "example.com/v1, Kind=CronTab", Err: context.DeadlineExceeded}
	fmt.Println(err.Error())
	fmt.Println(err.Unwrap() == context.DeadlineExceeded)
	// Output:
	// conversion webhook for example.com/v1, Kind=CronTab failed: context deadline exceeded
	// true
}

func ExamplePart_UnmarshalJSON() {
	var part conversion.Part
	err := part.UnmarshalJSON([]byte(`".spec.host"`))
	fmt.Println(part.Path, err)
	// Output: .spec.host <nil>
}
