package apply_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural/apply"
)

const gateways = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gateways.example.com}
spec:
  group: example.com
  names: {plural: gateways, kind: Gateway}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [port, protocol]
                items:
                  type: object
                  required: [port]
                  properties:
                    port: {type: integer}
                    protocol: {type: string, default: TCP}
                    name: {type: string}
          status:
            type: object
            properties:
              ready: {type: boolean}
`

// Two controllers own different entries of one keyed list.
func ExampleNew() {
	applier, err := apply.New(crdschema.MustCompileYAML(gateways))
	if err != nil {
		log.Fatal(err)
	}
	var live map[string]any
	for _, config := range []struct{ manager, ports string }{
		{"web", `[{port: 80, name: http}, {port: 443, name: https}]`},
		{"metrics", `[{port: 9090, name: metrics}]`},
		{"web", `[{port: 443, name: https}]`}, // no longer port 80
		{"metrics", `[{port: 443, name: tls}]`},
	} {
		live, err = applier.Apply(context.Background(), apply.Request{
			Live: live, Object: gateway(config.ports), Manager: config.manager, Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(live["spec"])
	}
	// Output:
	// map[ports:[map[name:http port:80 protocol:TCP] map[name:https port:443 protocol:TCP]]]
	// map[ports:[map[name:http port:80 protocol:TCP] map[name:https port:443 protocol:TCP] map[name:metrics port:9090 protocol:TCP]]]
	// map[ports:[map[name:https port:443 protocol:TCP] map[name:metrics port:9090 protocol:TCP]]]
	// Apply failed with 1 conflict: conflict with "web": .spec.ports[port=443,protocol="TCP"].name
}

// A controller updates an object that another one applied.
func ExampleApplier_Update() {
	applier, err := apply.New(crdschema.MustCompileYAML(gateways))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	live, err := applier.Apply(ctx, apply.Request{Object: gateway(`[{port: 80, name: http}]`), Manager: "web"})
	if err != nil {
		log.Fatal(err)
	}
	object := gateway(`[{port: 80, protocol: TCP, name: other}]`)
	live, err = applier.Update(ctx, apply.Request{Live: live, Object: object, Manager: "controller"})
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range live["metadata"].(map[string]any)["managedFields"].([]any) {
		entry := e.(map[string]any)
		fmt.Println(entry["manager"], entry["operation"], entry["fieldsV1"])
	}
	// Output:
	// web Apply map[f:spec:map[f:ports:map[k:{"port":80,"protocol":"TCP"}:map[.:map[] f:port:map[]]]]]
	// controller Update map[f:spec:map[f:ports:map[k:{"port":80,"protocol":"TCP"}:map[f:name:map[]]]]]
}

// The whole request of an update and of an apply, as a server answers them.
func ExampleApplier_TrackFields() {
	definition := crdschema.MustCompileYAML(gateways)
	fields, err := apply.New(definition)
	if err != nil {
		log.Fatal(err)
	}
	created, err := definition.Admit(context.Background(), crdschema.Request{
		Object: gateway(`[{port: 80, name: http}]`), Namespace: "default", Fields: fields, FieldManager: "kubectl-create", Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	})
	if err != nil {
		log.Fatal(err)
	}
	applied, err := definition.Admit(context.Background(), crdschema.Request{
		Operation: crdschema.Patch, ContentType: "application/apply-patch+yaml", Object: gateway(`[{port: 80, name: web}]`), Old: created.Object,
		Fields: fields, FieldManager: "kubectl",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(applied.Status().Message)
	// Output:
	// Apply failed with 1 conflict: conflict with "kubectl-create" using example.com/v1: .spec.ports[port=80,protocol="TCP"].name
}

// The same as above, without the rest of the request.
func ExampleApplier_ApplyFields() {
	fields, err := apply.New(crdschema.MustCompileYAML(gateways))
	if err != nil {
		log.Fatal(err)
	}
	obj, err := fields.ApplyFields(context.Background(), crdschema.FieldChange{Object: gateway(`[{port: 80}]`), Manager: "web"})
	if err != nil {
		log.Fatal(err)
	}
	obj, err = fields.TrackFields(context.Background(), crdschema.FieldChange{Live: obj, Object: obj, Manager: "controller"})
	fmt.Println(obj["spec"], err)
	// Output: map[ports:[map[port:80 protocol:TCP]]] <nil>
}

// A controller reads what it has applied before, to apply it again with a change.
func ExampleApplier_Extract() {
	applier, err := apply.New(crdschema.MustCompileYAML(gateways))
	if err != nil {
		log.Fatal(err)
	}
	var live map[string]any
	for manager, ports := range map[string]string{"web": `[{port: 80, name: http}]`, "metrics": `[{port: 9090}]`} {
		live, err = applier.Apply(context.Background(), apply.Request{Live: live, Object: gateway(ports), Manager: manager})
		if err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(applier.Extract(context.Background(), live, "web", ""))
	fmt.Println(applier.Extract(context.Background(), live, "another", ""))
	// Output:
	// map[apiVersion:example.com/v1 kind:Gateway spec:map[ports:[map[name:http port:80]]]] <nil>
	// map[] <nil>
}

// A conflict names the field and its manager. Its Status is the server's answer.
func ExampleConflictError() {
	applier, err := apply.New(crdschema.MustCompileYAML(gateways))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	live, err := applier.Apply(ctx, apply.Request{Object: gateway(`[{port: 80, name: http}]`), Manager: "web"})
	if err != nil {
		log.Fatal(err)
	}
	_, err = applier.Apply(ctx, apply.Request{Live: live, Object: gateway(`[{port: 80, name: other}]`), Manager: "controller"})
	var conflicts *apply.ConflictError
	if errors.As(err, &conflicts) {
		for _, c := range conflicts.Conflicts {
			fmt.Println(c.Manager, c.Operation, c.Path)
		}
		fmt.Println(conflicts.Status().Code, conflicts.Error())
		fmt.Println(errors.Unwrap(conflicts) != nil)
	}
	// Output:
	// web Apply .spec.ports[port=80,protocol="TCP"].name
	// 409 Apply failed with 1 conflict: conflict with "web": .spec.ports[port=80,protocol="TCP"].name
	// true
}

func gateway(ports string) map[string]any {
	docs, err := document.DecodeYAML(context.Background(), []byte("{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a}, spec: {ports: "+ports+"}}"))
	if err != nil {
		panic(err)
	}
	return docs[0].Object
}

// kubectl scale takes over the number of replicas. The next apply of another number
// conflicts.
func ExampleApplier_TrackFields_scale() {
	definition := crdschema.MustCompileYAML(strings.Replace(gateways, "subresources: {", "subresources: {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.ready}, ", 1))
	applier, err := apply.New(definition)
	if err != nil {
		log.Fatal(err)
	}
	apply := crdschema.Request{
		Operation: crdschema.Patch, ContentType: "application/apply-patch+yaml", FieldManager: "ci", Fields: applier,
		Body: []byte("{apiVersion: example.com/v1, kind: Gateway, metadata: {name: a, namespace: d}, spec: {replicas: 3}}"),
	}
	scale := crdschema.Request{
		Operation: crdschema.PatchScale, ContentType: "application/merge-patch+json", FieldManager: "kubectl", Fields: applier,
		Body: []byte(`{"spec":{"replicas":5}}`),
	}
	var stored map[string]any
	for _, request := range []crdschema.Request{apply, scale, apply} {
		request.Old = stored
		result, err := definition.Admit(context.Background(), request)
		if err != nil {
			log.Fatal(err)
		}
		if rejection := result.Status(); rejection != nil {
			fmt.Println(rejection.Code, rejection)
			continue
		}
		stored = result.Stored
		fmt.Println(result.Object["kind"], result.Object["spec"])
	}
	// Output:
	// Gateway map[replicas:3]
	// Scale map[replicas:5]
	// 409 Apply failed with 1 conflict: conflict with "kubectl" with subresource "scale" using example.com/v1: .spec.replicas
}
