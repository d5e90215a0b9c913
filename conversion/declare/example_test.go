package declare_test

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
)

func cronTab(apiVersion string, fields map[string]any) map[string]any {
	obj := map[string]any{"apiVersion": apiVersion, "kind": "CronTab", "metadata": map[string]any{"name": "backup"}}
	maps.Copy(obj, fields)
	return obj
}

// One version has hostPort where the other has host and port.
func ExampleNewChain() {
	converter, err := declare.NewChain(context.Background(), declare.Declaration{
		From: "example.com/v1beta1",
		To:   "example.com/v1",
		Rules: []declare.Rule{{Split: &declare.Split{
			From: ".hostPort", Separator: ":", To: []declare.Part{{Path: ".host"}, {Path: ".port", Type: "integer"}},
		}}},
	})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	beta := cronTab("example.com/v1beta1", map[string]any{"hostPort": "localhost:1234"})
	v1, err := converter.Convert(ctx, []map[string]any{beta}, "example.com/v1")
	fmt.Println(v1[0]["host"], v1[0]["port"], err)

	// The opposite direction is derived.
	again, err := converter.Convert(ctx, v1, "example.com/v1beta1")
	fmt.Println(again[0]["hostPort"], err)

	// A conversion fails if it could not be converted back.
	v1[0]["host"] = "::1"
	_, err = converter.Convert(ctx, v1, "example.com/v1beta1")
	fmt.Println(err)
	// Output:
	// localhost 1234 <nil>
	// localhost:1234 <nil>
	// CronTab backup: .hostPort could not be joined: "::1:1234" would be split elsewhere again
}

// A declaration may come from a file.
func ExampleRead() {
	declaration, err := declare.Read(context.Background(), map[string]any{
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

// A rule that loses data does not have an inverse.
func ExampleDeclaration_Inverse() {
	declaration := declare.Declaration{From: "example.com/v1beta1", To: "example.com/v1", Rules: []declare.Rule{
		{Values: &declare.Values{Path: ".mode", Pairs: []declare.Pair{{From: "fast", To: "on"}, {From: "slow", To: "on"}}}},
	}}
	_, err := declaration.Inverse(context.Background())
	fmt.Println(err)

	declaration.Rules[0].Values.Pairs[1].To = "off"
	inverse, err := declaration.Inverse(context.Background())
	fmt.Println(inverse.From, inverse.Rules[0].Values.Pairs, err)
	// Output:
	// example.com/v1beta1 to example.com/v1: rule 0: has no inverse: values of .mode: "fast" and "slow" both become "on"
	// example.com/v1 [{on fast} {off slow}] <nil>
}

// Declared and written conversions can be combined.
func ExampleDeclaration_Step() {
	declared, err := declare.Declaration{From: "example.com/v1beta1", To: "example.com/v1",
		Rules: []declare.Rule{{Rename: &declare.Rename{Path: ".cron", To: "schedule"}}}}.Step(context.Background())
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

func ExamplePart_UnmarshalJSON() {
	var part declare.Part
	err := part.UnmarshalJSON([]byte(`".spec.host"`))
	fmt.Println(part.Path, err)
	// Output: .spec.host <nil>
}
