// Command record prints a line for each of many generated inputs: a room, a seed, and a hash of the answers. The lines
// are the same with all versions of the modules that a program may link:
//
//	go run ./internal/record >oldest
//	go run -modfile=newest.mod ./internal/record >newest
//	diff oldest newest
//
// The flag -seed prints the whole answers to one seed.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"

	"github.com/seed95800270/crdschema/internal/generate"
)

// rooms are the parts of the library that link other modules. Each returns its answers to an input.
var rooms = []struct {
	name    string
	answers func(context.Context, *generate.Generator, uint64) []any
}{
	{"yaml", yamlAnswers},
	{"body", bodyAnswers},
	{"rules", ruleAnswers},
	{"apply", applyAnswers},
	{"openapi", openapiAnswers},
}

func main() {
	cases := flag.Uint64("n", 2_000, "the number of inputs of a room")
	only := flag.Uint64("seed", 0, "the seed whose answers are printed")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	for _, room := range rooms {
		for seed := uint64(1); seed <= *cases; seed++ {
			if *only != 0 && seed != *only {
				continue
			}
			answers := fmt.Sprintf("%#v", texts(room.answers(context.Background(), generate.New(seed, generate.WithNodes(40), generate.WithRules()), seed)))
			if *only == seed {
				fmt.Fprintln(out, room.name, answers)
			}
			fmt.Fprintf(out, "%s %d %x\n", room.name, seed, sha256.Sum256([]byte(answers)))
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
