package crdtest

import (
	"cmp"
	"context"
	"fmt"
)

func (c *listed) check(ctx context.Context, done map[string]Answer, opts []Option) ([]string, error) {
	d, object, old, err := c.request(ctx, done)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.at, err)
	}
	all := append(append([]Option(nil), opts...), c.opts...)
	if old != nil {
		all = append(all, WithOld(stored(*old)))
	}
	answers, err := Try(ctx, d, stored(object), all...)
	if err != nil {
		return nil, err
	}
	done[c.name] = answers[0]
	return c.expect.differences(answers[0]), nil
}

// request returns the object of the case with its definition, and the old object or nil. done has the answers of
// earlier cases.
func (c *listed) request(ctx context.Context, done map[string]Answer) (d *Definition, object item, old *item, err error) {
	if old, err = c.stored(done); err != nil {
		return nil, item{}, nil, err
	}
	if d, err = c.definition(old); err != nil {
		return nil, item{}, nil, err
	}
	object = c.source
	if object.object, err = c.object(ctx, d, old); err == nil && d == nil {
		d, err = c.definitions.find(object.object)
	}
	return d, object, old, err
}

// definition returns the definition of the old object, or nil if there is none.
func (c *listed) definition(old *item) (*Definition, error) {
	if old == nil {
		return nil, nil
	}
	return c.definitions.find(old.object)
}

// object returns the object of the request: the case's, or the patched one. d is the definition of old.
func (c *listed) object(ctx context.Context, d *Definition, old *item) (map[string]any, error) {
	if c.patch == nil {
		return c.source.object, nil
	}
	if !c.onOld {
		return patched(ctx, c.base, c.patch)
	}
	read, err := d.compiled.Read(ctx, old.object, cmp.Or(c.version, typeOf(old.object).version))
	if err != nil {
		return nil, fmt.Errorf("the old object cannot be patched: %w", err)
	}
	return patched(ctx, read, c.patch)
}

// stored returns the old object of the case, or nil for a new object.
func (c *listed) stored(done map[string]Answer) (*item, error) {
	if c.oldCase == "" {
		return c.old, nil
	}
	a, found := done[c.oldCase]
	if !found {
		return nil, fmt.Errorf("there is no answer to the case %q", c.oldCase)
	}
	if a.Result.Stored == nil {
		return nil, fmt.Errorf("the server does not store the object of the case %q: it is not accepted", c.oldCase)
	}
	return &item{file: a.source.file, object: a.Result.Stored, answered: true}, nil
}
