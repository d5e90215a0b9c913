// Compared runs a few objects through this library and through other ways to
// validate them, and prints the verdicts as the table of docs/COMPARED.md:
//
//	go run .                          # this library, and the reference by hand
//	(cd kubectlvalidate && go install tool)
//	go run . -kubectl-validate "$(go env GOPATH)/bin/kubectl-validate"
//
// The cases are in cases.yaml. Nothing else imports this module.
//
// With -corpus, it writes files of a corpus, some of them spoiled, and prints who is wrong about them,
// and what the programs in a folder took:
//
//	(cd ../.. && go build -o $BIN ./cmd/crdschema)
//	(cd kubectlvalidate && GOBIN=$BIN go install tool)
//	GOBIN=$BIN go install github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0
//	go run . -corpus CORPUS -bin $BIN
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
)

func main() {
	program := flag.String("kubectl-validate", "", "the `PROGRAM` kubectl-validate; without it there is no column for it")
	var c comparison
	flag.StringVar(&c.corpus, "corpus", "", "`FOLDER` of a corpus: compare programs on its files")
	flag.StringVar(&c.bin, "bin", "", "`FOLDER` with the programs crdschema, kubectl-validate and kubeconform")
	flag.StringVar(&c.keep, "keep", "", "`FOLDER` for the files, which remain (default a temporary one)")
	flag.IntVar(&c.n, "n", 200, "number of files")
	flag.IntVar(&c.spoiled, "spoiled", 40, "number of spoiled files among them")
	flag.IntVar(&c.rounds, "rounds", 5, "number of runs of each program")
	flag.Parse()
	if c.corpus != "" {
		if err := c.print(os.Stdout, os.Stderr); err != nil {
			log.Fatal(err)
		}
		return
	}
	tools := []tool{ours, byHand}
	if *program != "" {
		tools = append(tools, kubectlValidate(*program))
	}
	cases, err := readCases("cases.yaml")
	if err != nil {
		log.Fatal(err)
	}
	results, err := run(cases, tools)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(table(results, tools))
	for _, r := range results {
		for i, v := range r.verdicts {
			fmt.Fprintf(os.Stderr, "%s, %s: %s\n", r.name, tools[i].name, v)
		}
	}
}
