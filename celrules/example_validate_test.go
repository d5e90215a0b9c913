package celrules_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/structural"
)

// An object that breaks rules when it is new, and one of them when it is updated:
// the other one is about a part that has not changed.
func ExampleRules_Validate() {
	rules := celrules.Compile(schema(`
type: object
properties:
  spec:
    type: object
    properties:
      replicas:
        type: integer
        x-kubernetes-validations:
        - rule: self <= 5
          messageExpression: "'at most 5 replicas, not ' + string(self)"
      storage:
        type: string
        x-kubernetes-validations:
        - {rule: self == oldSelf, message: cannot be changed, reason: FieldValueForbidden}
`))
	obj := map[string]any{"spec": map[string]any{"replicas": int64(7), "storage": "fast"}}
	old := map[string]any{"spec": map[string]any{"replicas": int64(7), "storage": "slow"}}

	created, _ := rules.Validate(context.Background(), celrules.Input{Object: obj})
	fmt.Println("create:", created.Errors.Texts(), "for", created.Cost)

	updated, _ := rules.Validate(context.Background(), celrules.Input{Object: obj, Old: old})
	fmt.Println("update:", updated.Errors.Texts(), "for", updated.Cost)
	fmt.Println("tolerated:", updated.Ratcheted.Texts())
	// Output:
	// create: [spec.replicas: Invalid value: 7: at most 5 replicas, not 7] for 7
	// update: [spec.storage: Forbidden: cannot be changed] for 10
	// tolerated: [spec.replicas: Invalid value: 7: at most 5 replicas, not 7]
}

// What an object may cost can be limited further.
func ExampleInput() {
	rules := celrules.Compile(schema(`
type: object
properties:
  names:
    type: array
    items: {type: string}
    x-kubernetes-validations:
    - rule: self.all(a, self.exists_one(b, a == b))
`))
	obj := map[string]any{"names": []any{"a", "b", "c"}}
	for _, budget := range []int64{1000, 10} {
		got, _ := rules.Validate(context.Background(), celrules.Input{Object: obj, Budget: budget})
		fmt.Println(got.Cost, got.Exhausted, got.Errors.Texts())
	}
	// Output:
	// 53 false []
	// 53 true [names: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run]
}

// A default is a value, not a resource: it has no metadata of its own.
func ExampleParts_Compile() {
	schema, _ := structural.FromMap(map[string]any{
		"type": "integer", "default": int64(0),
		"x-kubernetes-validations": []any{map[string]any{"rule": "self > 0"}},
	})
	rules := celrules.NewCompiler().Parts().Compile(schema)
	result, err := rules.Validate(context.Background(), celrules.Input{Object: schema.Default(), Tolerance: celrules.Strict})
	fmt.Println(result.Errors, err)
	// Output:
	// [<nil>: Invalid value: 0: failed rule: self > 0] <nil>
}
