// Ours prints the verdict of this project on an object, for its size: see package
// weight.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/seed95800270/crdschema"
)

func main() {
	ctx := context.Background()
	definition, err := crdschema.CompileYAML(ctx, read(os.Args[1]))
	if err != nil {
		panic(err)
	}
	result, err := definition.Admit(ctx, crdschema.Request{Body: read(os.Args[2]), ContentType: "application/yaml"})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Accepted(), result.Status(), result.Errors.Err())
}

func read(file string) []byte {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return text
}
