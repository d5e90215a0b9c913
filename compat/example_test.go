package compat_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/document"
)

const crontabs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab}
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
            properties:
              replicas: {type: integer, maximum: %d}
`

func crontabsWith(maximum int) map[string]any {
	doc, err := document.DecodeOne(context.Background(), fmt.Appendf(nil, crontabs, maximum))
	if err != nil {
		panic(err)
	}
	return doc.Object
}

func ExampleCompare() {
	c, err := compat.Compare(context.Background(), crontabsWith(10), crontabsWith(5))
	if err != nil {
		panic(err)
	}
	for _, f := range c.Findings {
		fmt.Println(f.Check, f.Verdict, f.Effect, f.For, f.Severity)
		fmt.Println(f.Witness.Object["spec"])
		fmt.Println(f.Witness.Refused)
	}
	// Output:
	// maximum breaking refuses [writers] error
	// map[replicas:10]
	// [spec.replicas: Invalid value: 10: spec.replicas in body should be less than or equal to 5]
}

func ExampleCompare_safe() {
	c, err := compat.Compare(context.Background(), crontabsWith(5), crontabsWith(10))
	if err != nil {
		panic(err)
	}
	fmt.Print(c)
	fmt.Println(c.Verdict(), c.Severity())
	text, _ := c.Findings[0].Verdict.MarshalText()
	fmt.Println(string(text), c.Findings[0].Effect.String())
	// Output:
	// spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[replicas].maximum: info: safe widens: maximum (5 -> 10): the new bound allows all values of the old one
	// verdict: safe
	// safe info
	// safe widens
}

func ExampleWithCompiler() {
	older := crdschema.NewCompiler(crdschema.WithKubernetesVersion("1.36"))
	c, err := compat.Compare(context.Background(), crontabsWith(5), crontabsWith(5), compat.WithCompiler(older))
	fmt.Println(c.Verdict(), len(c.Findings), err)
	// Output: safe 0 <nil>
}

func ExampleWithAttempts() {
	c, err := compat.Compare(context.Background(), crontabsWith(10), crontabsWith(5), compat.WithAttempts(1))
	fmt.Println(c.Verdict(), err)
	// Output: breaking <nil>
}

func ExampleWithConverters() {
	c, err := compat.Compare(context.Background(), crontabsWith(5), crontabsWith(6), compat.WithConverters(conversion.None{}, conversion.None{}))
	fmt.Println(c.Verdict(), err)
	// Output: safe <nil>
}
