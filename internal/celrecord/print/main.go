// Print reads cases from the standard input and prints their records; see package celrecord.
package main

import (
	"fmt"
	"os"

	"github.com/seed95800270/crdschema/internal/celrecord"
)

func main() {
	if err := celrecord.Lines(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
