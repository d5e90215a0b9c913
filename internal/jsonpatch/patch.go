package jsonpatch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// MaxOperations is the greatest number of operations that the server applies.
// [Patch.Apply] does not check it.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, maxJSONPatchOperations.
const MaxOperations = 10_000

// maxCopied is the number of bytes that one patch may copy.
//
// Rule: k8s.io/apiserver/pkg/server, Config.JSONPatchMaxCopyBytes.
const maxCopied = 3 << 20

// The causes of an [OperationError].
var (
	errUnknown   = errors.New("there is no such operation")
	errNoPath    = errors.New("a path or from is missing, or not a string")
	errNoParent  = errors.New("what the path leads through does not exist")
	errMissing   = errors.New("there is no such field")
	errIndex     = errors.New("the index of a list is not a number")
	errRange     = errors.New("the index is out of range")
	errNull      = errors.New("a null has no fields")
	errDifferent = errors.New("the value is another one")
	errNoRoot    = errors.New("the value is not an object or a list")
	errDepth     = errors.New("the result is nested too deeply")
	ErrCopied    = errors.New("too much is copied: 3 MiB are allowed")
)

// Patch is a JSON patch.
type Patch []operation

// operation holds the fields of an operation, or nil for null.
type operation map[string]*node

// Read returns a JSON patch and keeps its text, valid JSON. The error is the server's.
//
// Rule: gopkg.in/evanphx/json-patch.v4, DecodePatch.
func Read(patch []byte) (Patch, error) {
	root := parse(patch)
	switch {
	case root.first() == 'n':
		return nil, nil
	case !root.asList():
		return nil, root.wrongType("jsonpatch.Patch")
	}
	p := make(Patch, root.items.length)
	for i, item := range root.items.all() {
		switch {
		case item == nil:
		case item.asObject():
			p[i] = item.names
		default:
			return nil, item.wrongType("jsonpatch.Operation")
		}
	}
	return p, nil
}

func (n *node) wrongType(goType string) error {
	return errors.New(gotype.WrongType(jsontext.TypeOf(n.first()).String(), goType))
}

func (o operation) text(name string) (s string, ok bool) {
	v := o[name]
	if v == nil || v.first() != '"' {
		return "", false
	}
	return jsontext.Unquote(v.literal()), true
}

func (o operation) value() *node {
	v, found := o["value"]
	if v == nil && found {
		return &node{}
	}
	return v
}

// OperationError says why an operation does not apply. The server does not.
type OperationError struct {
	Index          int // of the operation, or the number of operations if it is about the result
	Op, Path, From string
	Cause          error
}

// Error returns the number of the operation, its fields and the cause.
func (e *OperationError) Error() string {
	text := fmt.Sprintf("operation %d of the patch", e.Index+1)
	if e.Op != "" {
		text += fmt.Sprintf(" (%s %s)", e.Op, excerpt(strings.TrimSpace(e.From+" "+e.Path)))
	}
	return text + " does not apply: " + e.Cause.Error()
}

// maxPath is the number of bytes of paths that an error quotes.
const maxPath = 256

func excerpt(path string) string {
	if len(path) > maxPath {
		path = path[:maxPath] + "..."
	}
	return jsontext.ValidUTF8(path)
}

// Apply returns the JSON text of an object as p changes it. It keeps doc, valid JSON,
// unchanged. It changes p, and so can be called once. The error is an [*OperationError],
// or about the context or the budget.
//
// Rule: gopkg.in/evanphx/json-patch.v4, Patch.Apply.
func (p Patch) Apply(ctx context.Context, doc []byte) ([]byte, error) {
	w := work.Start(ctx, stage)
	a := application{root: parse(doc), work: w}
	a.root.asObject()
	for i, o := range p {
		if !w.Look() {
			return nil, w.Err()
		}
		if err := a.apply(o); err != nil {
			return nil, cmp.Or(w.Err(), o.failed(i, err))
		}
	}
	out, _, err := a.root.appendTo(w, make([]byte, 0, len(doc)))
	if err != nil {
		return nil, cmp.Or(w.Err(), operation(nil).failed(len(p), err))
	}
	return out, nil
}

func (o operation) failed(i int, cause error) error {
	e := &OperationError{Index: i, Cause: cause}
	e.Op, _ = o.text("op")
	e.Path, _ = o.text("path")
	e.From, _ = o.text("from")
	return e
}

// Merge returns the JSON text of an object as a merge patch changes it. It keeps both
// texts, valid JSON, unchanged. A list replaces the document; ok is false for a scalar.
// The error is about the context or the budget.
//
// Rule: gopkg.in/evanphx/json-patch.v4, MergePatch.
func Merge(ctx context.Context, doc, patch []byte) (out []byte, ok bool, err error) {
	w := work.Start(ctx, stage)
	from, with := parse(doc), parse(patch)
	switch {
	case with.first() == 'n':
		return nil, false, nil
	case with.asObject():
		from.asObject()
		from.mergeFields(w, with)
	case with.asList():
		with.dropNulls(w)
		from = with
	default:
		return nil, false, nil
	}
	out, _, err = from.appendTo(w, make([]byte, 0, len(doc)))
	if w.Failed() {
		return nil, false, w.Err()
	}
	return out, err == nil, nil
}

const stage = "applying a patch"
