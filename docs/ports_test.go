package docs_test

import (
	"context"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// tanks is the CRD of the ports.
const tanks = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: tanks.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: tanks, singular: tank, kind: Tank, listKind: TankList}
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
            properties: {liters: {type: integer, maximum: 100, default: 10}, level: {type: integer}}
            x-kubernetes-validations:
            - {rule: "!has(self.level) || self.level <= self.liters", message: too much for this tank}
            - {rule: self.liters >= oldSelf.liters, message: must not shrink}
`

// validator has the definitions of a project by apiVersion and kind.
type validator map[[2]string]*crdschema.Definition

// newValidator returns a validator for the CRDs in YAML files.
func newValidator(ctx context.Context, files ...[]byte) (validator, error) {
	v, compiler := validator{}, crdschema.NewCompiler()
	for _, file := range files {
		docs, err := document.DecodeYAML(ctx, file)
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			answer, err := compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: doc.Object, Duplicates: doc.Duplicates})
			if err != nil {
				return nil, err
			}
			if err := answer.Err(); err != nil {
				return nil, err
			}
			definition, err := compiler.Compile(ctx, answer.Object)
			if err != nil {
				return nil, err
			}
			for _, version := range definition.Versions() {
				v[[2]string{definition.Group() + "/" + version, definition.Kind()}] = definition
			}
		}
	}
	return v, nil
}

// validate checks every object of a YAML text as a server does with strict field validation.
func (v validator) validate(ctx context.Context, text []byte) error {
	docs, err := document.DecodeYAML(ctx, text)
	if err != nil {
		return err
	}
	for _, doc := range docs {
		apiVersion, _ := doc.Object["apiVersion"].(string)
		kind, _ := doc.Object["kind"].(string)
		definition := v[[2]string{apiVersion, kind}]
		if definition == nil {
			return fmt.Errorf("no CRD for %s, Kind=%s", apiVersion, kind)
		}
		result, err := definition.Admit(ctx, crdschema.Request{
			Object: doc.Object, Duplicates: doc.Duplicates, FieldValidation: crdschema.Strict, AllErrors: true,
		})
		if err != nil {
			return err
		}
		if err := result.Err(); err != nil {
			return fmt.Errorf("line %d: %w", doc.Line, err)
		}
	}
	return nil
}

func Example_portIstio() {
	ctx := context.Background()
	v, err := newValidator(ctx, []byte(tanks))
	if err != nil {
		panic(err)
	}
	fmt.Println(v.validate(ctx, []byte("{apiVersion: example.com/v1, kind: Tank, metadata: {name: a}, spec: {level: 5}}")))
	fmt.Println(v.validate(ctx, []byte("{apiVersion: example.com/v1, kind: Tank, metadata: {name: a}, spec: {level: 50}}")))
	fmt.Println(v.validate(ctx, []byte("{apiVersion: example.com/v1, kind: Tank, metadata: {name: a}, spec: {levle: 5}}")))
	// Output:
	// <nil>
	// line 1: Tank.example.com "a" is invalid: spec: Invalid value: too much for this tank
	// line 1: Tank in version "v1" cannot be handled as a Tank: strict decoding error: unknown field "spec.levle"
}

// defaultAndValidate returns obj with its defaults, and the errors of its values and rules. old is
// nil for a new object.
func defaultAndValidate(ctx context.Context, definition *crdschema.Definition, obj, old map[string]any) (map[string]any, structural.Errors, error) {
	version := definition.StorageVersion()
	values, rules := version.Compiled()
	obj, _, err := defaulting.Default(ctx, obj, version.Schema())
	if err != nil {
		return nil, nil, err
	}
	errs, err := values.Validate(ctx, obj)
	if err != nil {
		return nil, nil, err
	}
	in := celrules.Input{Object: obj, Tolerance: celrules.Strict}
	if old != nil {
		in.Old = old
	}
	verdict, err := rules.Validate(ctx, in)
	return obj, append(errs, verdict.Errors...), err
}

func Example_portCalico() {
	ctx, definition := context.Background(), crdschema.MustCompileYAML(tanks)
	tank := func(spec map[string]any) map[string]any {
		return map[string]any{"apiVersion": "example.com/v1", "kind": "Tank", "metadata": map[string]any{"name": "a"}, "spec": spec}
	}
	old := tank(map[string]any{"liters": int64(90)})
	obj, errs, err := defaultAndValidate(ctx, definition, tank(map[string]any{"level": int64(5)}), old)
	fmt.Println(obj["spec"], errs.Texts(), err)
	// Output:
	// map[level:5 liters:10] [spec: Invalid value: must not shrink] <nil>
}

// problems returns what a new CRD does to a stored object: the errors of its values and rules, which
// are tolerated as long as the values do not change or are not, and the fields that are dropped.
func problems(ctx context.Context, definition *crdschema.Definition, stored map[string]any) (broken structural.Errors, dropped []structural.Path, err error) {
	result, err := definition.Admit(ctx, crdschema.Request{
		Operation: crdschema.Update, Object: stored, Old: stored, AllErrors: true,
	})
	if err != nil {
		return nil, nil, err
	}
	if len(result.Errors) == 0 && result.Err() != nil {
		return nil, nil, result.Err() // it cannot be read any more
	}
	return append(result.Errors, result.Ratcheted...), result.Dropped, nil
}

func Example_portCrdsafe() {
	ctx, definition := context.Background(), crdschema.MustCompileYAML(tanks)
	stored := decode(`{apiVersion: example.com/v1, kind: Tank, metadata: {name: a, namespace: b, resourceVersion: "7"},
		spec: {liters: 500, level: 600, color: red}}`)
	broken, dropped, err := problems(ctx, definition, stored)
	for _, problem := range broken {
		fmt.Println(problem)
	}
	fmt.Println(dropped, err)
	// Output:
	// spec.liters: Invalid value: 500: spec.liters in body should be less than or equal to 100
	// spec: Invalid value: too much for this tank
	// [spec.color] <nil>
}

// putObject answers a request to create or replace an object. old is the stored object, or nil for a new
// one; store writes an object, or removes it if it is nil.
func putObject(ctx context.Context, definition *crdschema.Definition, obj, old map[string]any, uid string, now time.Time, revision uint64, store func(map[string]any)) (map[string]any, error) {
	req := crdschema.Request{Object: obj, UID: uid, CreationTimestamp: now, Revision: revision}
	if old != nil {
		req.Operation, req.Old = crdschema.Update, old
	}
	result, err := definition.Admit(ctx, req)
	if err != nil {
		return nil, err
	}
	switch err := result.Err(); {
	case err != nil:
		return nil, err // invalid, or a conflict
	case result.Gone:
		store(nil)
	case !result.Unchanged:
		store(registry.AtRevision(result.Stored, revision))
	}
	return result.Object, nil
}

func Example_portChoreo() {
	ctx, definition := context.Background(), crdschema.MustCompileYAML(tanks)
	var stored map[string]any
	put := func(obj map[string]any, revision uint64) {
		answer, err := putObject(ctx, definition, obj, stored, "u", time.Time{}, revision, func(obj map[string]any) { stored = obj })
		fmt.Println(answer["spec"], err)
	}
	put(decode(`{apiVersion: example.com/v1, kind: Tank, metadata: {name: a}, spec: {level: 5}}`), 1)
	put(decode(`{apiVersion: example.com/v1, kind: Tank, metadata: {name: a, resourceVersion: "1"}, spec: {liters: 5}}`), 2)
	put(decode(`{apiVersion: example.com/v1, kind: Tank, metadata: {name: a, resourceVersion: "9"}, spec: {liters: 50}}`), 2)
	// Output:
	// map[level:5 liters:10] <nil>
	// <nil> Tank.example.com "a" is invalid: spec: Invalid value: must not shrink
	// <nil> Operation cannot be fulfilled on tanks.example.com "a": the object has been modified; please apply your changes to the latest version and try again
}
