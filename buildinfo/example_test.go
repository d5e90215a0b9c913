package buildinfo_test

import (
	"fmt"
	"log"

	"github.com/seed95800270/crdschema/buildinfo"
)

// A program logs at its start which versions nobody tested.
func ExampleRead() {
	for _, d := range buildinfo.Read() {
		if d.State == buildinfo.Untested {
			log.Printf("%s %s is untested and may decide %s", d.Module, d.Version, d.Decides)
		}
	}
	fmt.Println(buildinfo.Read()[0].Tested)
	// Output: [go1.24 go1.26]
}

func ExampleState_String() {
	fmt.Println(buildinfo.Untested.String())
	text, _ := buildinfo.Unlinked.MarshalText()
	fmt.Println(string(text))
	// Output:
	// untested
	// unlinked
}
