package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
)

// readCRDs returns the CRDs in and below a name. The error names each text that cannot be read. A name without a CRD is
// an error, too.
func readCRDs(ctx context.Context, reader *input.Reader, name string) (out []input.Object, err error) {
	var failed []error
	for s := range reader.Sources(ctx, name) {
		for t := range s.Texts() {
			for _, o := range t.Objects(ctx) {
				switch {
				case o.Err != nil:
					failed = append(failed, prefixed(&o, o.Err))
				case o.IsCRD():
					out = append(out, o)
				}
			}
		}
	}
	if len(out)+len(failed) == 0 {
		return nil, fmt.Errorf("there is no CustomResourceDefinition in %s", name)
	}
	return out, errors.Join(failed...)
}

// readCRD returns the one CRD of a name.
func readCRD(ctx context.Context, reader *input.Reader, name string) (*input.Object, error) {
	all, err := readCRDs(ctx, reader, name)
	switch {
	case err != nil:
		return nil, err
	case len(all) > 1:
		return nil, fmt.Errorf("there are %d CustomResourceDefinitions in %s instead of one: the second is at %v", len(all), name, &all[1])
	default:
		return &all[0], nil
	}
}

// readDefinition compiles the one CRD of a name.
func readDefinition(ctx context.Context, reader *input.Reader, name string, options ...crdschema.Option) (*crdschema.Definition, error) {
	crd, err := readCRD(ctx, reader, name)
	if err != nil {
		return nil, err
	}
	d, err := crdschema.Compile(ctx, crd.Value, options...)
	return d, prefixed(crd, err)
}

// prefixed returns an error about an object with its position, or nil for nil.
func prefixed(o *input.Object, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%v: %w", o, err)
}

// eachCRD calls f with each CRD in and below names. Errors of a text or a CRD do not stop it, only the end of the
// context does. The error joins all errors.
func eachCRD(ctx context.Context, reader *input.Reader, names []string, f func(*input.Object) error) error {
	var failed []error
	for _, name := range names {
		crds, err := readCRDs(ctx, reader, name)
		failed = append(failed, err)
		for i := range crds {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			failed = append(failed, prefixed(&crds[i], f(&crds[i])))
		}
	}
	return errors.Join(failed...)
}

// eachDefinition compiles each CRD in and below names, and calls f with it, as eachCRD does.
func eachDefinition(ctx context.Context, reader *input.Reader, names []string, f func(*crdschema.Definition) error) error {
	return eachCRD(ctx, reader, names, func(crd *input.Object) error {
		d, err := crdschema.Compile(ctx, crd.Value)
		if err != nil {
			return err
		}
		return f(d)
	})
}

// versionOf returns a version of a definition, the first served one if the name is "".
func versionOf(d *crdschema.Definition, name string) (*crdschema.Version, error) {
	if served := d.ServedVersions(); name == "" && len(served) > 0 {
		name = served[0]
	}
	v, found := d.Version(name)
	if !found {
		return nil, fmt.Errorf("%s has no version %q", d.Name(), name)
	}
	return v, nil
}
