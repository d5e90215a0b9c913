package docs_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// write is a write in the storage of a server: an object before and after it.
type write struct {
	old, cur map[string]any
	revision uint64
}

// read returns an object at a version, or nil if there is none.
func read(ctx context.Context, v *crdschema.Version, stored map[string]any) (map[string]any, error) {
	if stored == nil {
		return nil, nil
	}
	return v.Definition().Read(ctx, stored, v.Name())
}

func watch(ctx context.Context, v *crdschema.Version, selection *registry.Selection, printer *registry.Printer, writes []write, send func(map[string]any)) error {
	var opts []registry.TableOption
	for _, w := range writes {
		old, err := read(ctx, v, w.old)
		if err != nil {
			return err
		}
		cur, err := read(ctx, v, w.cur)
		if err != nil {
			return err
		}
		event, err := selection.Event(ctx, old, cur, w.revision)
		if err != nil {
			return err
		}
		if event == nil {
			continue // the watch does not select the object
		}
		if event, err = printer.TableEvent(ctx, event, time.Now(), opts...); err != nil {
			return err
		}
		send(event)
		opts = []registry.TableOption{registry.WithoutHeaders()} // only the first table defines the columns
	}
	bookmark, err := printer.TableEvent(ctx, registry.Bookmark(v, writes[len(writes)-1].revision), time.Now(), opts...)
	if err != nil {
		return err
	}
	send(bookmark)
	return nil
}

// The watch of kubectl: a cron job is created, changed and removed.
func Example_watch() {
	definition := crdschema.MustCompileYAML(crontabs)
	v := definition.StorageVersion()
	selectable, err := registry.NewSelectable(context.Background(), v)
	if err != nil {
		panic(err)
	}
	selection, err := selectable.Select(selector.Labels{}, selector.FieldEquals("metadata.name", "sample"))
	if err != nil {
		panic(err)
	}
	printer, err := registry.NewPrinter(context.Background(), v)
	if err != nil {
		panic(err)
	}
	one, two := cronTab(1), cronTab(2)
	writes := []write{{nil, one, 7}, {one, two, 8}, {two, nil, 9}}
	err = watch(context.Background(), v, selection, printer, writes, func(event map[string]any) {
		object := event["object"].(map[string]any)
		fmt.Println(event["type"], object["kind"], object["metadata"])
	})
	fmt.Println(err)
	// Output:
	// ADDED Table map[resourceVersion:7]
	// MODIFIED Table map[resourceVersion:8]
	// DELETED Table map[resourceVersion:9]
	// BOOKMARK Table map[resourceVersion:9]
	// <nil>
}

// storage holds the objects of a server by their names.
type storage struct {
	objects  map[string]map[string]any
	revision uint64 // of the last write
}

func (s *storage) write(name string, stored map[string]any) {
	s.revision++
	s.objects[name] = registry.AtRevision(stored, s.revision)
}

func (s *storage) create(ctx context.Context, v *crdschema.Version, name string, body []byte) error {
	result, err := v.Definition().Admit(ctx, crdschema.Request{Body: body, Version: v.Name(), Revision: s.revision + 1})
	if err != nil {
		return err
	}
	if err := result.Err(); err != nil {
		return err // before it is known whether the object exists, as on a server
	}
	if old := s.objects[name]; old != nil {
		return registry.Target{Version: v, Name: name}.AlreadyExists(result.Object, old).Err()
	}
	s.write(name, result.Stored)
	return nil
}

func (s *storage) update(ctx context.Context, v *crdschema.Version, name string, body []byte) error {
	result, err := v.Definition().Admit(ctx, crdschema.Request{Operation: crdschema.Update, Body: body, Version: v.Name(),
		Name: name, Old: s.objects[name], Revision: s.revision + 1}) // without Old, the answer is 404
	if err != nil {
		return err
	}
	if err := result.Err(); err != nil {
		return err
	}
	switch {
	case result.Gone: // the last finalizer of a deleted object was removed
		s.revision++
		delete(s.objects, name)
	case !result.Unchanged:
		s.write(name, result.Stored)
	}
	return nil
}

// An object is created twice, and updated twice to the same.
func Example_storage() {
	v := crdschema.MustCompileYAML(crontabs).StorageVersion()
	s := storage{objects: map[string]map[string]any{}}
	one := `{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "sample", "namespace": "default"}, "spec": {"replicas": 1}}`
	two := `{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "sample", "namespace": "default", "resourceVersion": "%d"}, "spec": {"replicas": 2}}`
	fmt.Println(s.create(context.Background(), v, "sample", []byte(one)), s.revision)
	fmt.Println(s.create(context.Background(), v, "sample", []byte(one)), s.revision)
	fmt.Println(s.update(context.Background(), v, "sample", fmt.Appendf(nil, two, 1)), s.revision)
	fmt.Println(s.update(context.Background(), v, "sample", fmt.Appendf(nil, two, 2)), s.revision)
	fmt.Println(s.update(context.Background(), v, "other", []byte(strings.ReplaceAll(one, "sample", "other"))), s.revision)
	// Output:
	// <nil> 1
	// crontabs.stable.example.com "sample" already exists 1
	// <nil> 2
	// <nil> 2
	// crontabs.stable.example.com "other" not found 2
}

// clusterCRDs holds the CRDs of a server by their names, in the order of their creation.
type clusterCRDs struct {
	compiler *crdschema.Compiler
	names    []string
	crds     map[string]map[string]any
	served   map[string]*crdschema.Definition
}

// reconcile makes the changes of the server's controllers, until nothing changes.
func (s *clusterCRDs) reconcile(ctx context.Context) error {
	for changed := true; changed; {
		changed = false
		for _, name := range s.names {
			crd, err := lifecycle.Reconcile(ctx, s.crds[name], s.siblings(name), time.Now())
			if err != nil {
				return err
			}
			if !structural.Equal(crd, s.crds[name]) {
				s.crds[name], changed = crd, true
			}
		}
	}
	for _, name := range s.names {
		if c, _ := lifecycle.ConditionOf(s.crds[name], lifecycle.Established); c.Status != "True" {
			continue // its objects are not served
		}
		definition, err := s.compiler.Compile(ctx, s.crds[name])
		if err != nil {
			return err
		}
		s.served[name] = definition
	}
	return nil
}

func (s *clusterCRDs) siblings(name string) (out []map[string]any) {
	for _, other := range s.names {
		if other != name {
			out = append(out, s.crds[other])
		}
	}
	return out
}

func (s *clusterCRDs) write(ctx context.Context, op crdschema.Operation, name, contentType string, body []byte) error {
	res, err := s.compiler.AdmitCRD(ctx, crdschema.CRDRequest{Operation: op, Body: body, ContentType: contentType, Old: s.crds[name], Name: name})
	if err != nil {
		return err
	}
	if err := res.Err(); err != nil {
		return err
	}
	if old := s.crds[name]; op == crdschema.Create && old != nil {
		return registry.CRDResource(name).AlreadyExists(status.GivenName, status.Live).Err()
	}
	if op == crdschema.Create {
		s.names = append(s.names, name)
	}
	if res.Gone { // it was being deleted, and its last finalizer is removed
		return s.forget(ctx, name)
	}
	s.crds[name] = res.Object
	return s.reconcile(ctx)
}

func (s *clusterCRDs) remove(ctx context.Context, name string) error {
	res, err := registry.DeleteCRD(ctx, crdschema.DeleteRequest{Old: s.crds[name], Name: name, Now: time.Now()})
	if err != nil {
		return err
	}
	if err := res.Err(); err != nil {
		return err
	}
	if res.Gone {
		return s.forget(ctx, name)
	}
	s.crds[name] = res.Stored
	if err := s.reconcile(ctx); err != nil { // compiles the CRD again: new objects are refused from now on
		return err
	}
	// Delete the objects, then:
	crd, err := lifecycle.Finalize(ctx, s.crds[name], lifecycle.ObjectsRemoved, nil, time.Now())
	if err != nil {
		return err
	}
	s.crds[name] = crd
	if crd["metadata"].(map[string]any)["finalizers"] == nil {
		return s.forget(ctx, name)
	}
	return s.reconcile(ctx)
}

// forget removes a CRD, so that another one can have its names.
func (s *clusterCRDs) forget(ctx context.Context, name string) error {
	s.names = slices.DeleteFunc(s.names, func(n string) bool { return n == name })
	delete(s.crds, name)
	delete(s.served, name)
	return s.reconcile(ctx)
}

// A second CRD asks for the kind of the first one, and is served after that is deleted.
func Example_crds() {
	ctx := context.Background()
	s := clusterCRDs{compiler: crdschema.NewCompiler(), crds: map[string]map[string]any{}, served: map[string]*crdschema.Definition{}}
	const first, second = "crontabs.stable.example.com", "tabs.stable.example.com"
	fmt.Println(s.write(ctx, crdschema.Create, first, "application/yaml", []byte(crontabs)))
	fmt.Println(s.write(ctx, crdschema.Create, first, "application/yaml", []byte(crontabs)))
	other := strings.NewReplacer("crontabs", "tabs").Replace(crontabs)
	fmt.Println(s.write(ctx, crdschema.Create, second, "application/yaml", []byte(other)))
	fmt.Println(s.served[first] != nil, s.served[second] != nil)
	fmt.Println(s.write(ctx, crdschema.Patch, first, "application/merge-patch+json", []byte(`{"spec":{"names":{"shortNames":["ct"]}}}`)))
	fmt.Println(s.remove(ctx, first))
	fmt.Println(s.served[first] != nil, s.served[second] != nil)
	fmt.Println(s.remove(ctx, first))
	// Output:
	// <nil>
	// customresourcedefinitions.apiextensions.k8s.io "crontabs.stable.example.com" already exists
	// <nil>
	// true false
	// <nil>
	// <nil>
	// false true
	// customresourcedefinitions.apiextensions.k8s.io "crontabs.stable.example.com" not found
}
