package main

import (
	"errors"
	"fmt"
	"iter"

	"github.com/seed95800270/crdschema"
)

// definitions are compiled definitions by the objects they are for.
type definitions map[groupKind]*crdschema.Definition

// readDefinitions compiles all definitions among the items. The error names
// every one that a server could not serve.
func readDefinitions(from iter.Seq[item]) (definitions, error) {
	all := definitions{}
	compiler := crdschema.NewCompiler()
	var errs []error
	for it := range from {
		if err := all.add(compiler, it); err != nil {
			errs = append(errs, fmt.Errorf("%v: %w", it.place, err))
		}
	}
	if len(all)+len(errs) == 0 {
		return nil, errors.New("there is no CustomResourceDefinition in the files of -crd")
	}
	return all, errors.Join(errs...)
}

func (all definitions) add(compiler *crdschema.Compiler, it item) error {
	if it.err != nil || !it.isDefinition() {
		return it.err
	}
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
