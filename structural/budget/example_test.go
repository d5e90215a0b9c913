package budget_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// A list whose elements lack two values each exceeds a budget of eight values.
func ExampleError() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"items": map[string]any{"properties": map[string]any{"ports": map[string]any{"default": []any{int64(80), int64(443)}}}},
	})
	list := []any{map[string]any{}, map[string]any{}, map[string]any{}}
	ctx := structural.WithBudget(context.Background(), budget.Budget{Values: 8})
	_, _, err := defaulting.Default(ctx, list, schema)

	var spent *budget.Error
	if errors.As(err, &spent) {
		fmt.Println(spent.What, spent.Limit, spent.Stage, spent.Path)
		fmt.Println(spent.Error())
		fmt.Println(spent.Is(budget.ErrTooMuchWork))
	}
	// Output:
	// values made 8 setting defaults [2].ports
	// too much work: more than 8 values made setting defaults at [2].ports
	// true
}
