package crdtest

import (
	"context"
	"fmt"
	"io/fs"
	"path"

	"github.com/seed95800270/crdschema"
)

// listed is a case of a table.
type listed struct {
	name, at    string
	definitions *Definitions
	source      item // the object, or the patch
	patch       any
	base        map[string]any
	old         *item
	oldCase     string
	opts        []Option
	expect      expectation
}

func (c *listed) title() string    { return c.name }
func (c *listed) position() string { return c.at }

// defaults are the fields of a table that hold for cases without their own.
type defaults struct {
	definitions *Definitions
	base        map[string]any
}

func (r *reader) tableCases(fsys fs.FS, opts []LoadOption) []testCase {
	root := r.root().fields("crd", "base", "cases")
	d := defaults{base: root["base"].object(), definitions: r.definitions(fsys, root["crd"], opts)}
	first := map[string]string{}
	var cases []testCase
	for _, n := range root["cases"].list() {
		c := r.tableCase(fsys, n, d, first, opts)
		if at, found := first[c.name]; found {
			r.fail(n.path, "the case %q is also at %s", c.name, at)
		}
		first[c.name] = c.at
		cases = append(cases, c)
	}
	return cases
}

// definitions reads the CRDs of a table or case: names of files or folders relative to the table,
// or one CRD.
func (r *reader) definitions(fsys fs.FS, n node, opts []LoadOption) *Definitions {
	if !n.present() {
		return nil
	}
	var items []item
	if _, isMap := n.value.(map[string]any); isMap {
		items = []item{n.item()}
	} else {
		for _, name := range n.texts() {
			more, err := readFiles(r.ctx, fsys, path.Join(path.Dir(r.item.file), name))
			if err != nil {
				r.fail(n.path, "%v", err)
				return nil
			}
			items = append(items, more...)
		}
	}
	ds, err := load(r.ctx, "crd", items, opts)
	if err != nil {
		r.fail(n.path, "the CRD cannot be used:\n%v", err)
	}
	return ds
}

func (r *reader) tableCase(fsys fs.FS, n node, d defaults, earlier map[string]string, opts []LoadOption) *listed {
	f := n.fields("name", "crd", "as", "old", "base", "object", "patch", "fieldValidation", "version", "expect")
	c := &listed{name: f["name"].text(), at: n.position(), definitions: d.definitions, base: d.base}
	if c.name == "" {
		r.fail(n.path, "the case has no name")
	}
	if f["crd"].present() {
		c.definitions = r.definitions(fsys, f["crd"], opts)
	} else if c.definitions == nil {
		r.fail(n.path, "neither the case nor the table has a crd")
	}
	if f["base"].present() {
		c.base = f["base"].object()
	}
	r.readOld(c, f["old"], earlier)
	r.readObject(c, n, f)
	r.readRequest(c, f)
	if !f["expect"].present() {
		r.fail(n.path, "the case has no expect")
		return c
	}
	c.expect = r.expectation(f["expect"])
	return c
}

func (r *reader) readOld(c *listed, n node, earlier map[string]string) {
	if !n.present() {
		return
	}
	if name, isName := n.value.(string); isName {
		if _, found := earlier[name]; !found {
			r.fail(n.path, "there is no earlier case %q", name)
		}
		c.oldCase = name
		return
	}
	old := n.item()
	c.old = &old
}

func (r *reader) readObject(c *listed, n node, f map[string]node) {
	object, patch := f["object"], f["patch"]
	switch {
	case object.present() == patch.present():
		r.fail(n.path, "the case needs an object or a patch")
	case object.present():
		c.source = object.item()
	default:
		c.source = r.item
		c.source.path = patch.path
		c.patch = patch.value
		if c.base == nil && c.old == nil && c.oldCase == "" {
			r.fail(patch.path, "the patch has no base: set base, or old")
		}
	}
}

func (r *reader) readRequest(c *listed, f map[string]node) {
	switch as := f["as"].text(); as {
	case "":
	case "status":
		c.opts = append(c.opts, WithStatus())
	case "scale":
		c.opts = append(c.opts, WithScale())
	case "apply":
		c.opts = append(c.opts, WithApply())
	default:
		r.fail(f["as"].path, "as is %q instead of status, scale or apply", as)
	}
	if text := f["fieldValidation"].text(); text != "" {
		var v crdschema.FieldValidation
		if err := v.UnmarshalText([]byte(text)); err != nil {
			r.fail(f["fieldValidation"].path, "%v", err)
		}
		c.opts = append(c.opts, WithFieldValidation(v))
	}
	if version := f["version"].text(); version != "" {
		c.opts = append(c.opts, WithVersion(version))
	}
}

func (r *reader) expectation(n node) expectation {
	if text, isText := n.value.(string); isText {
		if text != "accepted" {
			r.fail(n.path, "expect is %q instead of accepted, or an object", text)
		}
		return expectation{accepted: true}
	}
	f := n.fields("errors", "warnings", "stored")
	var e expectation
	for _, inner := range f["errors"].list() {
		w := inner.fields("code", "path", "message")
		e.errors = append(e.errors, wanted{code: w["code"].text(), path: w["path"].text(), message: w["message"].text()})
	}
	e.accepted = !f["errors"].present()
	if !e.accepted && len(e.errors) == 0 {
		r.fail(f["errors"].path, "the list is empty")
	}
	if len(f) == 0 {
		r.fail(n.path, "nothing is expected")
	}
	if e.hasWarnings = f["warnings"].present(); e.hasWarnings {
		e.warnings = []any{}
		for _, inner := range f["warnings"].list() {
			e.warnings = append(e.warnings, inner.text())
		}
	}
	e.stored = f["stored"].object()
	if e.stored != nil && !e.accepted {
		r.fail(n.path, "an object with errors is not stored")
	}
	return e
}

func (c *listed) check(ctx context.Context, done map[string]Answer, opts []Option) ([]string, error) {
	a, err := c.answer(ctx, done, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.at, err)
	}
	done[c.name] = a
	return c.expect.differences(a), nil
}

func (c *listed) answer(ctx context.Context, done map[string]Answer, opts []Option) (Answer, error) {
	old, err := c.stored(done)
	if err != nil {
		return Answer{}, err
	}
	object := c.source
	if c.patch != nil {
		base := c.base
		if base == nil {
			base = old.object
		}
		if object.object, err = patched(ctx, base, c.patch); err != nil {
			return Answer{}, err
		}
	}
	all := append(append([]Option(nil), opts...), c.opts...)
	of := object.object
	if old != nil {
		all = append(all, WithOld(stored(*old)))
		of = old.object
	}
	d, err := c.definitions.find(of)
	if err != nil {
		return Answer{}, err
	}
	answers, err := Try(ctx, d, stored(object), all...)
	if err != nil {
		return Answer{}, err
	}
	return answers[0], nil
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
	return &item{file: a.source.file, object: a.Result.Stored}, nil
}
