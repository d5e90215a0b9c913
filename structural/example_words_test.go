package structural_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/structural"
)

// Types and roots print as words.
func ExampleRoot_String() {
	fmt.Println(structural.Integer.String(), structural.NoType.String(), structural.Element.String())
	// Output: integer none element
}
