package generate_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
)

const things = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [min]
            properties:
              min: {type: integer, minimum: 1}
              max: {type: integer}
            x-kubernetes-validations:
            - rule: "!has(self.max) || self.min <= self.max"
              message: min is at most max
`

// Each keyword and rule has an object that breaks it, and nothing else.
func ExampleGenerator_NearMiss() {
	ctx := context.Background()
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	g := generate.New(version)
	for _, target := range g.Targets() {
		miss, err := g.NearMiss(ctx, target)
		if err != nil {
			panic(err)
		}
		fmt.Println(target, "->", miss.Error.Code)
	}
	// Output:
	// properties[spec].type -> type
	// properties[spec].required[min] -> required
	// properties[spec].x-kubernetes-validations[0] -> rule-failed
	// properties[spec].properties[max].type -> type
	// properties[spec].properties[min].type -> type
	// properties[spec].properties[min].minimum -> minimum
}

// A report says which rules have an object on both sides.
func ExampleGenerator_Report() {
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	report, err := generate.New(version).Report(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d of %d rules, %d of %d targets\n", report.Both, report.Rules, report.Broken, report.Targets)
	// Output: 1 of 1 rules, 6 of 6 targets
}

// Each keyword and each rule is a target.
func ExampleNew() {
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	targets := generate.New(version).Targets()
	fmt.Println(len(targets), targets[0].Keyword, targets[2].IsRule())
	// Output:
	// 6 type true
}

// Another seed gives other objects.
func ExampleWithSeed() {
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	a, _ := generate.New(version, generate.WithSeed(1)).Valid(context.Background(), 1)
	b, _ := generate.New(version, generate.WithSeed(2)).Valid(context.Background(), 1)
	fmt.Println(reflect.DeepEqual(a, b))
	// Output:
	// false
}

// Fewer attempts end a hopeless search sooner.
func ExampleWithAttempts() {
	version, _ := crdschema.MustCompileYAML(strings.ReplaceAll(things, "minimum: 1", "minimum: 1, maximum: 0")).Version("v1")
	g := generate.New(version, generate.WithAttempts(3))
	_, err := g.NearMiss(context.Background(), g.Targets()[1])
	var unsatisfied *generate.UnsatisfiedError
	fmt.Println(errors.As(err, &unsatisfied), unsatisfied.Attempts)
	// Output:
	// true 3
}

// Valid objects and updates are made one by one, or as a corpus of a fuzz target.
func ExampleGenerator_Valid() {
	ctx := context.Background()
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	g := generate.New(version)
	obj, err := g.Valid(ctx, 0)
	fmt.Println(obj["kind"], err)

	next, err := g.ValidUpdate(ctx, obj, 0)
	fmt.Println(next["kind"], err)

	n := 0
	for _, err := range g.Objects(ctx, 3) {
		if err == nil {
			n++
		}
	}
	for range g.Corpus(ctx, 3) {
		n++
	}
	fmt.Println(n)
	// Output:
	// Thing <nil>
	// Thing <nil>
	// 6
}

// Each target has an object on both sides.
func ExampleGenerator_Cases() {
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	for c, err := range generate.New(version).Cases(context.Background()) {
		if c.Target.IsBound() {
			fmt.Println(c.Target.String(), c.Accepted(), err)
		}
	}
	// Output:
	// properties[spec].properties[min].minimum true <nil>
	// properties[spec].properties[min].minimum false <nil>
}

// An object at a bound.
func ExampleGenerator_Touching() {
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	g := generate.New(version)
	for _, target := range g.Targets() {
		if target.IsBound() {
			c, err := g.Touching(context.Background(), target)
			fmt.Println(c.Object["spec"].(map[string]any)["min"], err)
		}
	}
	// Output:
	// 1 <nil>
}

// An object that fails a test becomes small.
func ExampleShrink() {
	obj := map[string]any{"a": "abc", "b": []any{int64(1), int64(2)}, "c": map[string]any{"d": true}}
	small, err := generate.Shrink(context.Background(), obj, func(obj map[string]any) bool { return obj["b"] != nil })
	fmt.Println(small, err)
	// Output:
	// map[b:[]] <nil>
}

// A schema that nothing satisfies is an error that says what was tried.
func ExampleUnsatisfiedError() {
	version, _ := crdschema.MustCompileYAML(strings.ReplaceAll(things, "minimum: 1", "minimum: 1, maximum: 0")).Version("v1")
	g := generate.New(version, generate.WithAttempts(5))
	_, err := g.Touching(context.Background(), g.Targets()[0])
	fmt.Println(err.Error())
	// Output:
	// no object found for properties[spec].type in 5 attempts; the best one has: spec.min: Invalid value: 1: spec.min in body should be less than or equal to 0; tried to repair: spec.min: maximum, spec.min: required
}

// A rule has cases on both sides of each comparison in it, and at its bound.
func ExampleGenerator_Variants() {
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	g := generate.New(version)
	equal, larger := false, false
	for c, err := range g.Variants(context.Background(), g.Targets()[2]) { // the rule
		if err != nil {
			panic(err)
		}
		spec := c.Object["spec"].(map[string]any)
		low, _ := spec["min"].(int64)
		high, ok := spec["max"].(int64)
		equal = equal || ok && low == high && c.Accepted()
		larger = larger || ok && low == high+1 && !c.Accepted()
	}
	fmt.Println(equal, larger)
	// Output: true true
}

// A server accepts date-times that metav1.Time does not read.
func ExampleWithOtherSpellings() {
	definition := crdschema.MustCompileYAML(strings.Replace(things, "max: {type: integer}", "max: {type: integer}\n              at: {type: string, format: date-time}", 1))
	version, _ := definition.Version("v1")
	unread := 0
	for obj, err := range generate.New(version, generate.WithOtherSpellings()).Objects(context.Background(), 20) {
		if err != nil {
			panic(err)
		}
		spec, _ := obj["spec"].(map[string]any)
		if spec["at"] == "1999-01-01t00:00:00.5+01:00" {
			unread++
		}
	}
	fmt.Println(unread > 0)
	// Output: true
}
