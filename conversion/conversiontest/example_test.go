package conversiontest_test

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
)

func cronTab(apiVersion string, fields map[string]any) map[string]any {
	obj := map[string]any{"apiVersion": apiVersion, "kind": "CronTab", "metadata": map[string]any{"name": "backup"}}
	maps.Copy(obj, fields)
	return obj
}

// RoundTrip finds a field that a converter forgets.
func ExampleRoundTrip() {
	forgetful := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		out := maps.Clone(obj)
		delete(out, "suspend")
		return out, nil
	})
	losses, err := conversiontest.RoundTrip(context.Background(), forgetful,
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

func ExampleLoss_String() {
	fmt.Println(conversiontest.Loss{Object: "CronTab backup", Versions: []string{"v1", "v2"}, Err: errors.New("no way")}.String())
	// Output: CronTab backup, v1 to v2: no way
}

// Go types write fields that were absent, and leave out fields that are empty.
func ExampleWithEmptyAsAbsent() {
	typed := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		out := maps.Clone(obj)
		delete(out, "suspend")           // omitempty
		out["status"] = map[string]any{} // a struct
		return out, nil
	})
	losses, err := conversiontest.RoundTrip(context.Background(), typed,
		[]string{"example.com/v1beta1", "example.com/v1"},
		[]map[string]any{cronTab("example.com/v1beta1", map[string]any{"suspend": false})}, conversiontest.WithEmptyAsAbsent())
	fmt.Println(losses, err)
	// Output: [] <nil>
}

func ExampleWithOtherSpellings() {
	schema := map[string]any{"type": "object", "required": []any{"at"}, "properties": map[string]any{
		"at": map[string]any{"type": "string", "format": "date-time"},
	}}
	samples, err := conversiontest.Generate(context.Background(), "example.com/v1", "CronTab", schema, 3, conversiontest.WithOtherSpellings())
	for _, sample := range samples {
		fmt.Println(sample["at"])
	}
	fmt.Println(err)
	// Output:
	// 1999-01-01t00:00:00.5+01:00
	// 1999-01-01t00:00:00.5+01:00
	// 2024-02-29T12:00:00Z
	// <nil>
}

// A field that the other version does not have is lost: the definition prunes it.
func ExampleOfDefinition() {
	definition, err := crdschema.CompileYAML(context.Background(), []byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab, listKind: CronTabList}
  versions:
  - name: v1beta1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, properties: {schedule: {type: string}, suspend: {type: boolean, default: false}}}}
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {suspend: {type: boolean, default: false}}}}
`))
	if err != nil {
		panic(err)
	}
	losses, err := conversiontest.RoundTrip(context.Background(), conversiontest.OfDefinition(definition),
		[]string{"example.com/v1beta1", "example.com/v1"},
		[]map[string]any{cronTab("example.com/v1beta1", map[string]any{"schedule": "@daily"})})
	for _, loss := range losses {
		fmt.Println(loss)
	}
	fmt.Println(err)
	// Output:
	// CronTab backup, example.com/v1beta1 to example.com/v1 to example.com/v1beta1: schedule was "@daily", is absent
	// <nil>
}
