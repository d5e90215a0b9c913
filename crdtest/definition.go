package crdtest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// Definition is a compiled CRD and the place in a file from which it was read. It is
// immutable and safe for concurrent use.
type Definition struct {
	compiled *crdschema.Definition
	source   item
}

// Compiled returns the definition that answers requests.
func (d *Definition) Compiled() *crdschema.Definition { return d.compiled }

// Position returns the file, line and column at which the CRD begins.
func (d *Definition) Position() string { return d.position(nil) }

// position returns the position of a value of the CRD.
func (d *Definition) position(path structural.Path) string {
	return d.source.at(context.Background(), path)
}

// Definitions are the definitions of a file or folder.
type Definitions struct{ list []*Definition }

// All returns the definitions in the order in which they were read. The caller may modify
// the result.
func (ds *Definitions) All() []*Definition { return append([]*Definition(nil), ds.list...) }

// Named returns the definition called name, "crontabs.stable.example.com". The error names
// the definitions that were read.
func (ds *Definitions) Named(name string) (*Definition, error) {
	var names []string
	for _, d := range ds.list {
		if d.compiled.Name() == name {
			return d, nil
		}
		names = append(names, d.compiled.Name())
	}
	return nil, fmt.Errorf("there is no CustomResourceDefinition %s among %s", name, strings.Join(names, ", "))
}

// find returns the definition of an object's group and kind.
func (ds *Definitions) find(obj map[string]any) (*Definition, error) {
	t := typeOf(obj)
	var names []string
	for _, d := range ds.list {
		if d.declares(t) {
			return d, nil
		}
		names = append(names, d.compiled.Name())
	}
	return nil, fmt.Errorf("%v is not of the definitions %s", t, strings.Join(names, ", "))
}

// declares reports whether a type has the group and kind of the definition.
func (d *Definition) declares(t objectType) bool {
	return d.compiled.Group() == t.group && d.compiled.Kind() == t.kind
}

// objectType is the apiVersion and kind of an object.
type objectType struct{ apiVersion, group, version, kind string }

func typeOf(obj map[string]any) (t objectType) {
	t.apiVersion, _ = obj["apiVersion"].(string)
	t.kind, _ = obj["kind"].(string)
	var hasGroup bool
	if t.group, t.version, hasGroup = strings.Cut(t.apiVersion, "/"); !hasGroup {
		t.group, t.version = "", t.apiVersion
	}
	return t
}

// String returns the type as a part of a sentence.
func (t objectType) String() string {
	return fmt.Sprintf("the object with apiVersion %q and kind %q", t.apiVersion, t.kind)
}

// Load returns the definitions of the CRDs in a file of fsys, or of all files in and below a
// folder whose names end in .yaml, .yml or .json: YAML or JSON, with any number of documents
// and lists. Other objects are ignored.
//
// The error lists every reason why a server would reject a CRD, with file, line and column, and
// every unknown or repeated field, unless [WithUnknownFields] allows them: a server drops a
// misspelled keyword. A file without a CRD is an error, and so are two CRDs with one name.
func Load(ctx context.Context, fsys fs.FS, name string, opts ...LoadOption) (*Definitions, error) {
	items, err := readFiles(ctx, fsys, name)
	if err != nil {
		return nil, err
	}
	return load(ctx, name, items, opts)
}

// Parse returns the definitions of the CRDs in a text, as [Load] does for a file. file is
// the name of the text in errors.
func Parse(ctx context.Context, file string, text []byte, opts ...LoadOption) (*Definitions, error) {
	items, err := readText(ctx, file, text)
	if err != nil {
		return nil, err
	}
	return load(ctx, file, items, opts)
}

// MustLoadOne returns the only definition of a file or folder. An error ends the test.
func MustLoadOne(t T, fsys fs.FS, name string, opts ...LoadOption) *Definition {
	t.Helper()
	ds := MustLoad(t, fsys, name, opts...)
	if ds == nil {
		return nil
	}
	if len(ds.list) > 1 {
		t.Fatalf("%s: there are %d CustomResourceDefinitions instead of one", name, len(ds.list))
		return nil
	}
	return ds.list[0]
}

// MustLoad returns what [Load] returns. An error ends the test.
func MustLoad(t T, fsys fs.FS, name string, opts ...LoadOption) *Definitions {
	t.Helper()
	ds, err := Load(t.Context(), fsys, name, opts...)
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	return ds
}

func load(ctx context.Context, name string, items []item, opts []LoadOption) (*Definitions, error) {
	c := loading{}
	for _, opt := range opts {
		opt.applyToLoad(&c)
	}
	compiler := crdschema.NewCompiler(c.compiler...)
	ds, byName, errs := &Definitions{}, map[string]string{}, []error(nil)
	for _, it := range items {
		if typeOf(it.object).kind != "CustomResourceDefinition" {
			continue
		}
		d, err := c.define(ctx, compiler, it)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if first, found := byName[d.compiled.Name()]; found {
			errs = append(errs, fmt.Errorf("%s: the CustomResourceDefinition %s is also at %s", d.Position(), d.compiled.Name(), first))
		}
		byName[d.compiled.Name()] = d.Position()
		ds.list = append(ds.list, d)
	}
	if len(errs) == 0 && len(ds.list) == 0 {
		return nil, fmt.Errorf("%s: there is no CustomResourceDefinition", name)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return ds, nil
}

func (c *loading) define(ctx context.Context, compiler *crdschema.Compiler, it item) (*Definition, error) {
	if !c.stored {
		answer, err := compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: it.object, Duplicates: it.document.Duplicates})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", it.at(ctx, nil), err)
		}
		if err := errors.Join(rejection(ctx, it, answer.Verdict), c.unknownFields(ctx, it, answer.Dropped)); err != nil {
			return nil, err
		}
	}
	compiled, err := compiler.Compile(ctx, it.object, c.definition...)
	if errs := structural.ErrorsOf(err); len(errs) > 0 {
		return nil, located(ctx, it, errs)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", it.at(ctx, nil), err)
	}
	return &Definition{compiled: compiled, source: it}, nil
}

// rejection returns why the server rejects a CRD, a line an error, or nil if it accepts it.
func rejection(ctx context.Context, it item, verdict crdschema.Verdict) error {
	if len(verdict.Errors) > 0 {
		return located(ctx, it, verdict.Errors)
	}
	if err := verdict.Err(); err != nil {
		return fmt.Errorf("%s: %w", it.at(ctx, nil), err)
	}
	return nil
}

// unknownFields returns an error for the fields of a CRD that a server drops.
func (c *loading) unknownFields(ctx context.Context, it item, dropped []structural.Path) error {
	if c.unknown {
		return nil
	}
	errs := it.repeated(ctx)
	for _, path := range dropped {
		errs = append(errs, fmt.Errorf("%s: unknown field %s: a server drops it", it.at(ctx, path), path))
	}
	return errors.Join(errs...)
}

func located(ctx context.Context, it item, errs structural.Errors) error {
	var all []error
	for _, e := range errs {
		all = append(all, fmt.Errorf("%s: %w", it.at(ctx, e.Path), e))
	}
	return errors.Join(all...)
}
