// Command write writes the list of all exported functions and types that the tests of
// package attack call.
package main

import (
	"log"
	"os"

	"github.com/seed95800270/crdschema/internal/attack/listing"
)

func main() {
	api, err := os.ReadFile("../../" + listing.API)
	if err != nil {
		log.Fatal(err)
	}
	file, err := listing.File(string(api))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(listing.Listed, file, 0o644); err != nil {
		log.Fatal(err)
	}
}
