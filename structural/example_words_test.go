package structural_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/structural"
)

// Types and roots print as words.
func ExampleRoot_String() {
	fmt.Println(structural.Integer, structural.NoType, structural.Element)
	// Output: integer none element
}
