package crdschema_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// answerTo returns the HTTP code for an error of a call with ctx, and whose fault it is. The
// order matters: docs/FAILURES.md has the table.
func answerTo(ctx context.Context, err error) (code int, fault string) {
	var notJSON *structural.NotJSONError
	var inText *document.DecodeError
	status := crdschema.StatusOf(err)
	switch {
	case ctx.Err() != nil:
		return 504, "too slow"
	case errors.Is(err, structural.ErrTooMuchWork):
		return 503, "too much work for the budget"
	case errors.As(err, &notJSON):
		return 400, "not a JSON value"
	case errors.As(err, &inText):
		return 400, fmt.Sprintf("not an object, line %d", inText.Line)
	case status != nil:
		return status.Code, "as a server answers"
	case len(structural.ErrorsOf(err)) > 0:
		return 422, "no server could serve the crd"
	default:
		return 500, "the program"
	}
}

// A webhook that serves several tenants gives each call a deadline and a budget, and says
// whose fault it is if there is no verdict.
func Example_failure() {
	budget := structural.WithBudget(context.Background(), structural.Budget{Steps: 13_000_000, Values: 100_000})
	ctx, cancel := context.WithTimeout(budget, 10*time.Second)
	defer cancel()
	report := func(ctx context.Context, call string, err error) {
		code, fault := answerTo(ctx, err)
		fmt.Println(call, code, fault)
	}

	_, err := crdschema.CompileYAML(ctx, []byte("[]"))
	report(ctx, "CompileYAML:", err)
	_, err = crdschema.CompileYAML(ctx, []byte(strings.Replace(cronTabs, "type: integer", "type: 5", 1)))
	report(ctx, "CompileYAML:", err)
	_, err = crdschema.Compile(ctx, map[string]any{"spec": make(chan int)})
	report(ctx, "Compile:", err)
	_, err = document.DecodeYAML(ctx, []byte("a: 1\n---\nb: ["))
	report(ctx, "DecodeYAML:", err)

	definition, err := crdschema.CompileYAML(ctx, []byte(cronTabs))
	if err != nil {
		panic(err)
	}
	request := crdschema.Request{ContentType: "application/yaml", Body: []byte(
		"{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: default}, spec: {image: cron}}")}
	_, err = definition.Admit(structural.WithBudget(ctx, structural.Budget{Steps: 10}), request)
	report(ctx, "Admit:", err)
	_, err = definition.Admit(ctx, crdschema.Request{Operation: crdschema.Patch})
	report(ctx, "Admit:", err)
	_, err = definition.Read(ctx, mustDecode(string(request.Body)).Object, "v7")
	report(ctx, "Read:", err)

	late, cancel := context.WithDeadline(ctx, time.Now())
	defer cancel()
	_, err = definition.Admit(late, request)
	report(late, "Admit:", err)

	request.Body = []byte("kind: [")
	result, err := definition.Admit(ctx, request)
	fmt.Println("Admit:", err, result.Status().Code) // a verdict
	// Output:
	// CompileYAML: 400 not an object, line 1
	// CompileYAML: 422 no server could serve the crd
	// Compile: 400 not a JSON value
	// DecodeYAML: 400 not an object, line 3
	// Admit: 503 too much work for the budget
	// Admit: 500 the program
	// Read: 404 as a server answers
	// Admit: 504 too slow
	// Admit: <nil> 400
}
