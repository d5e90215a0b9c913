package apimachinery_test

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
)

// hub is conversion.Hub of controller-runtime, which this module does not link.
func ExampleNewHubConverter() {
	ctx, scheme := context.Background(), gears(allGears)
	converter := apimachinery.NewHubConverter[hub](scheme)
	losses, err := conversiontest.RoundTrip(ctx, converter, []string{"example.com/v1", "example.com/v3"},
		[]map[string]any{gear("v1", map[string]any{"size": 3, "teeth": 12})}, conversiontest.WithEmptyAsAbsent())
	for _, loss := range losses {
		fmt.Println(loss)
	}
	fmt.Println(err)
	// Output:
	// Gear a, example.com/v1 to example.com/v3 to example.com/v1: teeth was 12, is absent
	// <nil>
}

// toV2 is a conversion.Converter of controller-runtime.
type toV2 struct{}

func (toV2) ConvertObject(_ context.Context, src, dst runtime.Object) error {
	return src.(*gearV1).ConvertTo(dst.(*gearV2))
}

func ExampleNewConverter() {
	converter := apimachinery.NewConverter(gears(allGears), toV2{})
	out, err := converter.Convert(context.Background(), []map[string]any{gear("v1", map[string]any{"size": 3})}, "example.com/v2")
	fmt.Println(out[0]["apiVersion"], out[0]["diameter"], err)
	// Output: example.com/v2 3 <nil>
}
