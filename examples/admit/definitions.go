package main

import (
	"errors"
	"fmt"
	"iter"

	"github.com/seed95800270/crdschema"
)

// definitions are compiled definitions by the objects they are for.
type definitions map[groupKind]*crdschema.Definition

// readDefinitions compiles all definitions among the items that a server would
// take, and returns what it would say about each of them. The error names every
// item that cannot be read, and every definition that could not be served although
// it is taken.
func readDefinitions(from iter.Seq[item], mode crdschema.FieldValidation) (definitions, []verdict, error) {
	all := definitions{}
	compiler := crdschema.NewCompiler()
	var said []verdict
	var errs []error
	for it := range from {
		v, err := written(compiler, it, mode)
		if err == nil && v != nil {
			said = append(said, *v)
			if v.outcome() == accepted {
				err = all.add(compiler, it)
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%v: %w", it.place, err))
		}
	}
	if len(said)+len(errs) == 0 {
		return nil, nil, errors.New("there is no CustomResourceDefinition in the files of -crd")
	}
	return all, said, errors.Join(errs...)
}

// written is what a server says to a definition, nil if the item is none.
func written(compiler *crdschema.Compiler, it item, mode crdschema.FieldValidation) (*verdict, error) {
	if it.err != nil || !it.isDefinition() {
		return nil, it.err
	}
	res, err := compiler.AdmitDefinition(crdschema.DefinitionRequest{CRD: it.object, Duplicates: it.duplicates, FieldValidation: mode})
	if err != nil {
		return nil, err
	}
	v := &verdict{item: it, result: crdschema.Result{
		Object: res.Object, Dropped: res.Dropped, Status: res.Status, Errors: res.Errors, Warnings: res.Warnings,
	}}
	return v, nil
}

func (all definitions) add(compiler *crdschema.Compiler, it item) error {
	d, problems := compiler.Compile(it.object)
	if err := problems.Err(); err != nil {
		return fmt.Errorf("the definition %s cannot be served:\n%w", it.meta("name"), err)
	}
	key := groupKind{d.Group(), d.Kind()}
	if other, found := all[key]; found {
		return fmt.Errorf("the definition %s is for the same kind as %s", d.Name(), other.Name())
	}
	all[key] = d
	return nil
}

// of finds the definition for an object.
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
