package docs_test

import (
	"context"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural/apply"
)

// printChanges prints what applying the desired object would change in the live one.
func printChanges(ctx context.Context, definition *crdschema.Definition, live, desired map[string]any) error {
	applier, err := apply.New(definition)
	if err != nil {
		return err
	}
	predicted, err := applier.Predict(ctx, apply.Request{Live: live, Object: desired, Manager: "gitops", Now: time.Now()})
	if err != nil {
		return err
	}
	if err := predicted.Err(); err != nil {
		return err // a conflict with another manager, an invalid object, …
	}
	fmt.Print(predicted.Changes.Without(".metadata.managedFields", ".metadata.generation"))
	return nil
}

func Example_diff() {
	definition := crdschema.MustCompileYAML(crontabs)
	live := applied(definition, cronTab(2))
	for _, replicas := range []int64{2, 3} {
		if err := printChanges(context.Background(), definition, live, cronTab(replicas)); err != nil {
			fmt.Println(err)
		}
	}
	// Output: ~ .spec.replicas: 2 → 3
}

func Example_diffRejected() {
	definition := crdschema.MustCompileYAML(crontabs)
	fmt.Println(printChanges(context.Background(), definition, applied(definition, cronTab(2)), cronTab(11)))
	// Output:
	// CronTab.stable.example.com "sample" is invalid: spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10
}

// applied returns a new object that gitops has applied.
func applied(definition *crdschema.Definition, obj map[string]any) map[string]any {
	applier, err := apply.New(definition)
	if err != nil {
		panic(err)
	}
	created, err := applier.Predict(context.Background(), apply.Request{Object: obj, Manager: "gitops"})
	if err != nil {
		panic(err)
	}
	return created.Object
}

func cronTab(replicas int64) map[string]any {
	docs, err := document.DecodeYAML(context.Background(), []byte(sample))
	if err != nil {
		panic(err)
	}
	obj := docs[0].Object
	obj["spec"].(map[string]any)["replicas"] = replicas
	return obj
}
