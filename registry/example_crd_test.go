package registry_test

import (
	"context"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// A CRD stays in storage until its objects are deleted.
func ExampleDeleteCRD() {
	res, err := registry.DeleteCRD(context.Background(), crdschema.DeleteRequest{Old: mustDecode(cronTabs).Object, Now: midnight})
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Code, res.Gone, res.Stored["metadata"])
	res, err = registry.DeleteCRD(context.Background(), crdschema.DeleteRequest{Name: "other.example.com"})
	fmt.Println(res.Err(), err)
	// Output:
	// 200 false map[deletionTimestamp:2026-11-21T00:00:00Z finalizers:[customresourcecleanup.apiextensions.k8s.io] name:crontabs.stable.example.com]
	// customresourcedefinitions.apiextensions.k8s.io "other.example.com" not found <nil>
}

// etcd has CRDs in v1beta1.
func ExampleEncodeStoredCRD() {
	stored, err := registry.EncodeStoredCRD(context.Background(), mustDecode(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: rooms.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: rooms, kind: Room}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`).Object)
	if err != nil {
		panic(err)
	}
	spec := stored["spec"].(map[string]any)
	fmt.Println(stored["apiVersion"], spec["versions"], spec["validation"])
	// Output:
	// apiextensions.k8s.io/v1beta1 [map[name:v1 served:true storage:true]] map[openAPIV3Schema:map[type:object]]
}

func ExampleDecodeStoredCRD() {
	read, err := registry.DecodeStoredCRD(context.Background(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "rooms.example.com"},
		"spec": map[string]any{"group": "example.com", "version": "v1", "names": map[string]any{"plural": "rooms", "kind": "Room"}},
	})
	if err != nil {
		panic(err)
	}
	spec := read["spec"].(map[string]any)
	fmt.Println(read["apiVersion"], spec["scope"], spec["versions"])
	// Output:
	// apiextensions.k8s.io/v1 Namespaced [map[name:v1 served:true storage:true]]
}

func ExampleCRDList() {
	crd := map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "rooms.example.com"}}
	fmt.Println(registry.CRDList([]map[string]any{crd}, registry.ListMetadata(7, "", 0)))
	// Output:
	// map[apiVersion:apiextensions.k8s.io/v1 items:[map[metadata:map[name:rooms.example.com]]] kind:CustomResourceDefinitionList metadata:map[continue: resourceVersion:7]]
}

func ExampleCRDResource() {
	crd := registry.CRDResource("crontabs.stable.example.com")
	fmt.Println(crd.NotFound())
	fmt.Println(crd.AlreadyExists(status.GivenName, status.Live))
	// Output:
	// customresourcedefinitions.apiextensions.k8s.io "crontabs.stable.example.com" not found
	// customresourcedefinitions.apiextensions.k8s.io "crontabs.stable.example.com" already exists
}

// crdStore holds the CRDs of a server in the order of their creation.
type crdStore struct {
	compiler *crdschema.Compiler
	crds     []map[string]any
	served   map[string]*crdschema.Definition
}

// reconcile makes the changes of the server's controllers after a write, until nothing changes.
func (s *crdStore) reconcile(ctx context.Context, now time.Time) error {
	for changed := true; changed; {
		changed = false
		for i, crd := range s.crds {
			siblings := append(append([]map[string]any{}, s.crds[:i]...), s.crds[i+1:]...)
			reconciled, err := lifecycle.Reconcile(ctx, crd, siblings, now)
			if err != nil {
				return err
			}
			if !structural.Equal(crd, reconciled) {
				s.crds[i], changed = reconciled, true
			}
		}
	}
	return s.serve(ctx)
}

// serve compiles the CRDs that are established.
func (s *crdStore) serve(ctx context.Context) error {
	s.served = map[string]*crdschema.Definition{}
	for _, crd := range s.crds {
		if c, _ := lifecycle.ConditionOf(crd, lifecycle.Established); c.Status != "True" {
			continue
		}
		definition, err := s.compiler.Compile(ctx, crd)
		if err != nil {
			return err
		}
		s.served[crd["metadata"].(map[string]any)["name"].(string)] = definition
	}
	return nil
}

// Two CRDs ask for the same short name. The second one is served after the first is deleted.
func Example_reconcile() {
	ctx := context.Background()
	s := crdStore{compiler: crdschema.NewCompiler()}
	for _, name := range []string{"crontab", "contract"} {
		answer, err := s.compiler.AdmitCRD(ctx, crdschema.CRDRequest{ContentType: "application/yaml", Body: fmt.Appendf(nil, `
kind: CustomResourceDefinition
apiVersion: apiextensions.k8s.io/v1
metadata: {name: %[1]ss.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: %[1]ss, kind: %[1]s, shortNames: [ct]}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]`, name)})
		if err != nil {
			panic(err)
		}
		if err := answer.Err(); err != nil {
			panic(err)
		}
		s.crds = append(s.crds, answer.Object)
	}
	if err := s.reconcile(ctx, midnight); err != nil {
		panic(err)
	}
	fmt.Println(len(s.served), s.served["crontabs.stable.example.com"] != nil)

	deleted, err := registry.DeleteCRD(ctx, crdschema.DeleteRequest{Old: s.crds[0], Now: midnight})
	if err != nil {
		panic(err)
	}
	s.crds[0] = deleted.Stored
	// Delete the objects of the CRD here.
	if s.crds[0], err = lifecycle.Finalize(ctx, s.crds[0], lifecycle.ObjectsRemoved, nil, midnight); err != nil {
		panic(err)
	}
	if s.crds[0]["metadata"].(map[string]any)["finalizers"] == nil {
		s.crds = s.crds[1:]
	}
	if err := s.reconcile(ctx, midnight); err != nil {
		panic(err)
	}
	fmt.Println(len(s.served), s.served["contracts.stable.example.com"] != nil)
	// Output:
	// 1 true
	// 1 true
}
