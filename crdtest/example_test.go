package crdtest_test

import (
	"context"
	"fmt"
	"os"

	"github.com/seed95800270/crdschema/crdtest"
)

func ExampleTry() {
	ctx := context.Background()
	definitions, err := crdtest.Load(ctx, os.DirFS("testdata"), "crontabs.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	definition, err := definitions.Named("crontabs.stable.example.com")
	if err != nil {
		fmt.Println(err)
		return
	}
	answers, err := crdtest.Try(ctx, definition, crdtest.YAML(`
apiVersion: stable.example.com/v1
kind: CronTab
spec: {replicas: 11}
`))
	if err != nil {
		fmt.Println(err) // no verdict
		return
	}
	for _, problem := range answers[0].Problems {
		fmt.Println(problem)
	}
	// Output:
	// text:4:8: spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10 (code maximum)
}

func ExampleReadSuite() {
	ctx := context.Background()
	suite, err := crdtest.ReadSuite(ctx, os.DirFS("testdata"), "tables")
	if err != nil {
		fmt.Println(err) // a mistake in a table
		return
	}
	for _, outcome := range suite.Check(ctx)[:2] {
		fmt.Println(outcome.Position, outcome.Case, outcome.Passed())
	}
	// Output:
	// tables/crontabs.yaml:7:3 default true
	// tables/crontabs.yaml:17:3 too many replicas true
}
