// Compared runs a few objects through this library and through other ways to
// validate them, and prints the verdicts as the table of docs/COMPARED.md:
//
//	go run .                          # this library, and the reference by hand
//	(cd kubectlvalidate && go install tool)
//	go run . -kubectl-validate "$(go env GOPATH)/bin/kubectl-validate"
//
// The cases are in cases.yaml. Nothing else imports this module.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
)

func main() {
	program := flag.String("kubectl-validate", "", "the `PROGRAM` kubectl-validate; without it there is no column for it")
	flag.Parse()
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
