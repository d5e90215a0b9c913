package apply_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

func ExampleDiff() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"properties": map[string]any{
		"ports": map[string]any{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"name"}},
	}})
	changes, err := apply.Diff(context.Background(), schema,
		map[string]any{"ports": []any{
			map[string]any{"name": "http", "port": int64(80)},
			map[string]any{"name": "https", "port": int64(443)},
		}},
		map[string]any{"ports": []any{
			map[string]any{"name": "https", "port": int64(8443)},
			map[string]any{"name": "http", "port": int64(80)},
		}})
	if err != nil {
		panic(err)
	}
	fmt.Print(changes.String())
	// Output:
	// ~ .ports[name="https"].port: 443 → 8443
	// ↕ .ports: order
}

func ExampleChanges_Without() {
	changes, err := apply.Diff(context.Background(), nil,
		map[string]any{"metadata": map[string]any{"resourceVersion": "1"}, "spec": int64(1)},
		map[string]any{"metadata": map[string]any{"resourceVersion": "2"}, "spec": int64(2)})
	if err != nil {
		panic(err)
	}
	for _, c := range changes.Without(".metadata.resourceVersion") {
		fmt.Println(c.Kind.String(), c.Path.String(), c.Old, c.New)
		fmt.Print(c.String())
		fmt.Println("last element:", c.Path[len(c.Path)-1].String())
	}
	// Output:
	// Modified .spec 1 2
	// ~ .spec: 1 → 2
	// last element: .spec
}

// In JSON and in logs, kinds and paths are their texts.
func ExamplePath_MarshalText() {
	path := apply.Path{
		{Kind: apply.FieldElement, Field: "ports"},
		{Kind: apply.KeyElement, Key: []apply.KeyField{{Name: "name", Value: "https"}}},
	}
	text, _ := path.MarshalText()
	kind, _ := apply.Removed.MarshalText()
	fmt.Printf("%s %s\n", kind, text)
	// Output: Removed .ports[name="https"]
}

// A GitOps tool asks what a configuration would change. Defaults and fields of other managers
// are not differences.
func ExampleApplier_Predict() {
	applier, err := apply.New(crdschema.MustCompileYAML(gateways))
	if err != nil {
		log.Fatal(err)
	}
	inGit := func(ports string) map[string]any {
		obj := gateway(ports)
		obj["metadata"].(map[string]any)["namespace"] = "default"
		return obj
	}
	ctx, now := context.Background(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	created, err := applier.Predict(ctx, apply.Request{Object: inGit(`[{port: 80, name: http}]`), Manager: "gitops", Now: now})
	if err != nil {
		log.Fatal(err)
	}
	live := created.Object // has protocol: TCP

	for _, ports := range []string{`[{port: 80, name: http}]`, `[{port: 80, name: web}, {port: 443}]`, `[{port: "80"}]`} {
		predicted, err := applier.Predict(ctx, apply.Request{Live: live, Object: inGit(ports), Manager: "gitops", Now: now})
		if err != nil {
			log.Fatal(err)
		}
		if rejection := predicted.Status(); rejection != nil {
			fmt.Println(rejection.Code, rejection.Message)
			continue
		}
		changes := predicted.Changes.Without(".metadata.managedFields", ".metadata.generation")
		fmt.Printf("%d changes\n%s", len(changes), changes)
	}
	fmt.Println("log:", created.LogValue())
	// Output:
	// 0 changes
	// 2 changes
	// ~ .spec.ports[port=80,protocol="TCP"].name: "http" → "web"
	// + .spec.ports[port=443,protocol="TCP"]: {"port":443,"protocol":"TCP"}
	// 500 failed to create typed patch object (default/a; example.com/v1, Kind=Gateway): .spec.ports[port="80",protocol="TCP"].port: expected numeric (int or float), got string
	// log: [accepted=true changes=4]
}

func ExamplePrediction_MarshalJSON() {
	prediction := apply.Prediction{Result: crdschema.Rejected(&crdschema.Status{Code: 404, Reason: "NotFound", Message: "not found"})}
	text, err := prediction.MarshalJSON()
	fmt.Println(string(text), err)
	// Output: {"status":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"not found","reason":"NotFound","code":404}} <nil>
}
