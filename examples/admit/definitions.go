package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/hints"
)

type definitions map[groupKind]*crdschema.Definition

// readDefinitions compiles all CRDs among the items that the server would accept, and returns
// a verdict on each CRD. The error lists every item that cannot be read, and every CRD that
// would be accepted but cannot be served.
func readDefinitions(ctx context.Context, from iter.Seq[item], mode crdschema.FieldValidation) (definitions, []verdict, error) {
	all := definitions{}
	compiler := crdschema.NewCompiler()
	var verdicts []verdict
	var errs []error
	for it := range from {
		v, err := admitDefinition(ctx, compiler, it, mode)
		if err == nil && v != nil {
			verdicts = append(verdicts, *v)
			if v.outcome() == accepted {
				err = all.add(ctx, compiler, it)
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%v: %w", it.position, err))
		}
	}
	if len(verdicts)+len(errs) == 0 {
		return nil, nil, errors.New("there is no CustomResourceDefinition in the files of -crd")
	}
	return all, verdicts, errors.Join(errs...)
}

// admitDefinition returns the verdict on a CRD, or nil for any other item.
func admitDefinition(ctx context.Context, compiler *crdschema.Compiler, it item, mode crdschema.FieldValidation) (*verdict, error) {
	if it.err != nil || !it.isDefinition() {
		return nil, it.err
	}
	res, err := compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: it.object, Duplicates: it.duplicates, FieldValidation: mode})
	if err != nil {
		return nil, err
	}
	v := &verdict{item: it, result: crdschema.Rejected(res.Status())}
	v.result.Validated, v.result.Dropped, v.result.Errors = res.Object, res.Dropped, res.Errors
	v.result.Warnings, v.result.WarningPaths = res.Warnings, res.WarningPaths
	v.hints, err = hints.ForAll(ctx, it.object, res.Errors)
	return v, err
}

func (all definitions) add(ctx context.Context, compiler *crdschema.Compiler, it item) error {
	d, err := compiler.Compile(ctx, it.object)
	if err != nil {
		return fmt.Errorf("the definition %s cannot be served:\n%w", it.meta("name"), err)
	}
	key := groupKind{d.Group(), d.Kind()}
	if other, found := all[key]; found {
		return fmt.Errorf("the definition %s is for the same kind as %s", d.Name(), other.Name())
	}
	all[key] = d
	return nil
}

func (all definitions) of(it item) (*crdschema.Definition, error) {
	key := it.groupKind()
	d, found := all[key]
	switch {
	case found:
		return d, nil
	case key.kind == "":
		return nil, errors.New("the object has no kind")
	case key.group == "":
		return nil, fmt.Errorf("there is no definition for the kind %s without a group", key.kind)
	default:
		return nil, fmt.Errorf("there is no definition for the kind %s of the group %s", key.kind, key.group)
	}
}

type identity struct {
	groupKind
	namespace, name string
}

func (it item) identity() identity {
	return identity{it.groupKind(), it.namespace(""), it.meta("name")}
}

type stored map[identity]map[string]any

func readStored(from iter.Seq[item]) (stored, error) {
	all := stored{}
	for it := range from {
		if it.err != nil {
			return nil, fmt.Errorf("%v: %w", it.position, it.err)
		}
		all[it.identity()] = it.object
	}
	return all, nil
}

func (all stored) update(req *crdschema.Request, it item) {
	id := it.identity()
	id.namespace = req.Namespace
	old, found := all[id]
	if !found || id.name == "" {
		return
	}
	req.Operation, req.Old = crdschema.Update, old
	if it.meta("resourceVersion") == "" {
		req.Object = withResourceVersion(it.object, item{object: old}.meta("resourceVersion"))
	}
}

func withResourceVersion(obj map[string]any, version string) map[string]any {
	metadata, isObject := obj["metadata"].(map[string]any)
	if version == "" || !isObject {
		return obj
	}
	obj, metadata = maps.Clone(obj), maps.Clone(metadata)
	metadata["resourceVersion"] = version
	obj["metadata"] = metadata
	return obj
}
