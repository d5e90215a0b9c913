package crdtest

import (
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
	// onOld reports whether the patch is on the old object instead of base.
	onOld   bool
	version string
	old     *item
	oldCase string
	opts    []Option
	expect  expectation
}

func (c *listed) title() string    { return c.name }
func (c *listed) position() string { return c.at }

// defaults are the fields of a table that hold for cases without their own.
type defaults struct {
	definitions *Definitions
	base        map[string]any
	opts        []Option
	// failed reports whether the CRDs of the table cannot be used, which is one mistake.
	failed bool
}

func (r *reader) tableCases(fsys fs.FS, opts []LoadOption) []testCase {
	root := r.root().fields("crd", "base", "fieldValidation", "cases")
	d := defaults{base: root["base"].object(), definitions: r.definitions(fsys, root["crd"], opts), opts: r.fieldValidation(root["fieldValidation"])}
	d.failed = root["crd"].present() && d.definitions == nil
	if !root["cases"].present() {
		r.fail(nil, "the table has no cases")
	}
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
		names := []node{n}
		if _, isList := n.value.([]any); isList {
			names = n.list()
		}
		for _, name := range names {
			more, err := readFiles(r.ctx, fsys, path.Join(path.Dir(r.item.file), name.text()))
			if err != nil {
				r.fail(name.path, "%v", err)
				return nil
			}
			items = append(items, more...)
		}
	}
	ds, err := load(r.ctx, "the files of crd", items, opts)
	if err != nil {
		r.fail(n.path, "the CRD cannot be used:\n%v", err)
		return nil
	}
	return ds
}

func (r *reader) tableCase(fsys fs.FS, n node, d defaults, earlier map[string]string, opts []LoadOption) *listed {
	f := n.fields("name", "crd", "as", "old", "oldIsInvalid", "base", "object", "patch", "fieldValidation", "version", "expect")
	c := &listed{name: f["name"].text(), at: n.position(), definitions: d.definitions, base: d.base, opts: append([]Option(nil), d.opts...)}
	if c.name == "" {
		r.fail(n.path, "the case has no name")
	}
	if f["crd"].present() {
		c.definitions = r.definitions(fsys, f["crd"], opts)
	} else if c.definitions == nil && !d.failed {
		r.fail(n.path, "neither the case nor the table has a crd")
	}
	if f["base"].present() {
		c.base = f["base"].object()
	}
	r.readOld(c, f["old"], earlier)
	if f["oldIsInvalid"].flag() {
		c.opts = append(c.opts, WithInvalidOld())
	}
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
	case object.present() && patch.present():
		r.fail(n.path, "the case has an object and a patch, not both are possible")
	case object.present():
		c.source = object.item()
	case patch.present():
		r.readPatch(c, patch, f)
	default:
		r.fail(n.path, "the case needs an object or a patch")
	}
}

// readPatch reads a patch: of the old object as in a PATCH, or of base for a new object and for an
// applied configuration.
func (r *reader) readPatch(c *listed, patch node, f map[string]node) {
	c.source, c.patch = r.item, patch.value
	c.source.path = patch.path
	hasOld, as := f["old"].present(), f["as"].value
	c.onOld = hasOld && as != "apply"
	switch patch.value.(type) {
	case map[string]any, []any:
	default:
		r.fail(patch.path, "a patch must be an object (a merge patch) or a list (a JSON patch)")
	}
	switch {
	case as == "scale":
		r.fail(patch.path, "a scale needs an object: a Scale of autoscaling/v1")
	case c.onOld && f["base"].present():
		r.fail(f["base"].path, "the patch is of the old object: the base is unused")
	case !c.onOld && c.base == nil && hasOld:
		r.fail(patch.path, "the patch of an applied configuration has no base")
	case !c.onOld && c.base == nil:
		r.fail(patch.path, "the patch has no base: set base, or old")
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
	c.opts = append(c.opts, r.fieldValidation(f["fieldValidation"])...)
	if c.version = f["version"].text(); c.version != "" {
		c.opts = append(c.opts, WithVersion(c.version))
	}
}

func (r *reader) fieldValidation(n node) []Option {
	text := n.text()
	if text == "" {
		return nil
	}
	var v crdschema.FieldValidation
	if err := v.UnmarshalText([]byte(text)); err != nil {
		r.fail(n.path, "%v", err)
	}
	return []Option{WithFieldValidation(v)}
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
