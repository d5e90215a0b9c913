package format_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/format"
)

func ExampleLookup() {
	isDuration, _ := format.Lookup("duration", 37)
	fmt.Println(isDuration("90s"), isDuration("in 2 weeks"), isDuration("soon"))

	_, ok := format.Lookup("k8s-short-name", 33)
	fmt.Println("checked by 1.33:", ok)
	// Output:
	// true true false
	// checked by 1.33: false
}

func ExampleRecognized() {
	fmt.Println(format.Recognized("string", "date-time", 37))
	fmt.Println(format.Recognized("integer", "date-time", 37))
	fmt.Println(format.Recognized("integer", "int32", 37))
	// Output:
	// true
	// false
	// true
}
