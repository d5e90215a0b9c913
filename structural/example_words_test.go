package structural_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/structural"
)

// Constants are words in texts and in JSON.
func ExampleType_MarshalText() {
	typ := structural.Integer
	text, err := typ.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(typ.UnmarshalText([]byte("none")), typ.String())
	// Output:
	// integer <nil>
	// <nil> none
}

func ExampleFieldSource_MarshalText() {
	source := structural.FromAdditional
	text, err := source.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(source.UnmarshalText([]byte("properties")), source.String())
	// Output:
	// additionalProperties <nil>
	// <nil> properties
}

func ExampleRoot_MarshalText() {
	root := structural.Element
	text, err := root.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(root.UnmarshalText([]byte("resource")), root.String())
	// Output:
	// element <nil>
	// <nil> resource
}
