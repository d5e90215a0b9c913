package celrules_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/structural"
)

func ExampleCompiler_Compile_value() {
	s := schema(`
type: array
items: {type: string}
x-kubernetes-validations: [{rule: size(self) > 1}]
`)
	rules := celrules.NewCompiler().Compile(s, structural.Value)
	at := structural.Path{structural.Field("disks")}
	result, err := rules.Validate(context.Background(), celrules.Input{Object: []any{"a"}, Path: at})
	fmt.Println(result.Errors.Texts(), err)
	result, err = rules.Validate(context.Background(), celrules.Input{Object: []any{"a"}, Path: at, CallLimit: 1})
	fmt.Println(result.Errors.Texts(), err)
	// Output:
	// [disks: Invalid value: failed rule: size(self) > 1] <nil>
	// [disks: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: size(self) > 1] <nil>
}

// The rules of a resource see its metadata; the rules of another value do not.
func ExampleCheck_value() {
	s := schema(`
type: object
x-kubernetes-validations: [{rule: self.metadata.name != 'a'}]
`)
	errs, err := celrules.Check(context.Background(), s, structural.Resource)
	fmt.Println(len(errs), err)
	errs, err = celrules.Check(context.Background(), s, structural.Value)
	fmt.Println(len(errs), err)
	// Output:
	// 0 <nil>
	// 1 <nil>
}

func ExampleWithExpressionLimit() {
	s := schema(replicas)
	errs, err := celrules.Check(context.Background(), s, structural.Resource, celrules.WithExpressionLimit(3))
	fmt.Println(errs[0].Path, errs[0].Code, err)
	// Output:
	// properties[spec].x-kubernetes-validations[0].rule rule-cost <nil>
}

func ExampleWithSchemaLimit() {
	s := schema(replicas)
	errs, err := celrules.Check(context.Background(), s, structural.Resource, celrules.WithSchemaLimit(3))
	for _, e := range errs {
		fmt.Println(e.Path, e.Code, err)
	}
	// Output:
	// properties[spec].x-kubernetes-validations[1].rule rule-undefined-field <nil>
	// properties[spec].x-kubernetes-validations[0].rule rule-cost-contribution <nil>
	// properties[spec].x-kubernetes-validations[2].rule rule-cost-contribution <nil>
	// <nil> rule-cost-total <nil>
}
