package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema"
)

// check checks all objects and writes the verdicts. The error says why it could not go on.
func check(ctx context.Context, o *options, stdin io.Reader, stdout io.Writer, p *progress) (summary, error) {
	crds, objects := sources(stdin, o.crds...), sources(stdin, o.objects...)
	if o.demo() {
		crds, objects = builtInSources("testdata/crd.yaml"), builtInSources("testdata/objects")
	}
	all, verdicts, err := readDefinitions(ctx, items(crds), o.validation)
	if err != nil {
		return summary{}, err
	}
	to := formats[o.output](stdout, o)
	if len(o.objects) > 0 || o.demo() {
		verdicts = slices.DeleteFunc(verdicts, func(v verdict) bool { return v.outcome() == accepted })
	}
	if len(verdicts) > 0 {
		return reportDefinitions(verdicts, to)
	}
	c := admitter{options: o, definitions: all}
	if o.stored != "" {
		if c.stored, err = readStored(items(sources(stdin, o.stored))); err != nil {
			return summary{}, err
		}
	}
	var sum summary
	defer p.end()
	for it := range items(objects) {
		if it.isDefinition() {
			continue
		}
		v := c.verdict(ctx, it)
		sum.add(v.outcome())
		p.show(&sum, it.file)
		if err := to.verdict(v); err != nil {
			return sum, err
		}
	}
	if sum.total() == 0 {
		return sum, errors.New("there are no objects")
	}
	return sum, to.end(&sum)
}

// reportDefinitions writes verdicts on CRDs: all of them without objects, or else the rejected
// ones, because they prevent the checks of objects.
func reportDefinitions(verdicts []verdict, to printer) (summary, error) {
	var sum summary
	for _, v := range verdicts {
		sum.add(v.outcome())
		if err := to.verdict(v); err != nil {
			return sum, err
		}
	}
	return sum, to.end(&sum)
}

const nameSuffix = "xxxxx"

type admitter struct {
	options     *options
	definitions definitions
	stored      stored
}

func (c *admitter) verdict(ctx context.Context, it item) verdict {
	v := verdict{item: it}
	if v.err != nil {
		return v
	}
	d, err := c.definitions.of(it)
	if err != nil {
		v.err = err
		return v
	}
	v.request = crdschema.Request{
		Object:          it.object,
		Duplicates:      it.duplicates,
		Version:         c.options.version,
		Namespace:       it.namespace(c.options.namespace),
		FieldValidation: c.options.validation,
		NameSuffix:      nameSuffix,
	}
	c.stored.update(&v.request, it)
	if v.result, v.err = d.Admit(ctx, v.request); v.err == nil {
		v.notes(d)
	}
	return v
}

func (v *verdict) notes(d *crdschema.Definition) {
	switch {
	case v.refused() != nil && v.refused().Code == http404:
		v.note = "the versions that are served: " + strings.Join(d.ServedVersions(), ", ")
	case v.result.Accepted() && v.result.Object == nil:
		v.note = fmt.Sprintf("valid, but not carried to storage: the server calls the conversion webhook of %s "+
			"to store the object at version %s, and rejects the request if that fails", d.Name(), d.StorageVersion().Name())
	}
}

func (v *verdict) refused() *crdschema.Status {
	if len(v.result.Errors) > 0 {
		return nil
	}
	return v.result.Status()
}

const http404 = 404
