package conversiontest_test

import (
	"context"
	"errors"
	"fmt"
	"maps"

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
