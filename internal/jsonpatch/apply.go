package jsonpatch

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/work"
)

type application struct {
	root   *node // an object or a list
	copied int   // bytes that were copied
	work   *work.Tracker
}

func (a *application) apply(o operation) error {
	op, _ := o.text("op")
	switch op {
	case "add":
		return a.add(o)
	case "remove":
		return a.remove(o)
	case "replace":
		return a.replace(o)
	case "move":
		return a.move(o)
	case "copy":
		return a.copy(o)
	case "test":
		return a.test(o)
	default:
		return errUnknown
	}
}

// find returns the object or list to which a path of o leads, and the name or index of the
// child, which may be missing.
func (a *application) find(o operation, field string) (parent *node, key string, err error) {
	path, ok := o.text(field)
	if !ok {
		return nil, "", errNoPath
	}
	_, path, found := strings.Cut(path, "/")
	if !found {
		return nil, "", errNoParent // of the root
	}
	parent = a.root
	for {
		key, path, found = strings.Cut(path, "/")
		key = unescape.Replace(key)
		if !found {
			return parent, key, nil
		}
		next, err := parent.get(key)
		if err != nil || next == nil || !next.asObject() && !next.asList() {
			return nil, "", errNoParent
		}
		parent = next
	}
}

// unescape decodes the names in a path.
//
// Rule: RFC 6901, section 4.
var unescape = strings.NewReplacer("~1", "/", "~0", "~")

func (a *application) add(o operation) error {
	parent, key, err := a.find(o, "path")
	if err != nil {
		return err
	}
	return parent.add(key, o.value())
}

func (a *application) remove(o operation) error {
	parent, key, err := a.find(o, "path")
	if err != nil {
		return err
	}
	return parent.remove(key)
}

func (a *application) replace(o operation) error {
	if path, ok := o.text("path"); ok && path == "" {
		return a.replaceRoot(o.value())
	}
	parent, key, err := a.find(o, "path")
	if err != nil {
		return err
	}
	return parent.set(key, o.value())
}

func (a *application) replaceRoot(v *node) error {
	if v == nil || !v.asObject() && !v.asList() {
		return errNoRoot
	}
	a.root = v
	return nil
}

func (a *application) move(o operation) error {
	parent, key, err := a.find(o, "from")
	if err != nil {
		return err
	}
	v, err := parent.get(key)
	if err != nil {
		return err
	}
	if err := parent.remove(key); err != nil {
		return err
	}
	if parent, key, err = a.find(o, "path"); err != nil {
		return err
	}
	return parent.add(key, v)
}

func (a *application) copy(o operation) error {
	parent, key, err := a.find(o, "from")
	if err != nil {
		return err
	}
	v, err := parent.get(key)
	if err != nil {
		return err
	}
	if parent, key, err = a.find(o, "path"); err != nil {
		return err
	}
	if v != nil {
		if v, err = a.copyOf(v); err != nil {
			return err
		}
	}
	return parent.add(key, v)
}

func (a *application) copyOf(v *node) (*node, error) {
	data, depth, err := v.appendTo(a.work, nil)
	if err == nil && depth > maxDepth {
		err = errDepth
	}
	if a.copied += len(data); a.copied > maxCopied && err == nil {
		err = ErrCopied
	}
	if err != nil {
		return nil, err
	}
	return parse(data), nil
}

func (a *application) test(o operation) error {
	path, ok := o.text("path")
	if ok && path == "" {
		if v := o.value(); v == nil || !a.root.equal(v) {
			return errDifferent
		}
		return nil
	}
	parent, key, err := a.find(o, "path")
	if err != nil {
		return err
	}
	v, err := parent.get(key)
	switch wanted := o.value(); {
	case err != nil:
		return err
	case v == nil && (wanted == nil || wanted.isNull()):
		return nil
	case v == nil || wanted == nil || !v.equal(wanted):
		return errDifferent
	default:
		return nil
	}
}
