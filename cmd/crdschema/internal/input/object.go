package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// GroupKind is the kind of an object in its group, "" for the core group.
type GroupKind struct{ Group, Kind string }

// String returns the kind and the group as kubectl writes them: "CronTab.example.com".
func (k GroupKind) String() string { return strings.TrimSuffix(k.Kind+"."+k.Group, ".") }

// Object is an object of a source, an item of a list there, or a text that cannot be read.
type Object struct {
	File string
	// At is the position of the document or, if Err is set and knows it, of the mistake. Its
	// column is 0 for a whole line.
	At document.Position
	// Path is the path of an item in its list, else nil.
	Path structural.Path
	// Value is the object. It is nil if Err is set.
	Value map[string]any
	// Duplicates are the errors about repeated fields: see [document.Document].
	Duplicates []string
	// Repeats are the errors about repeated fields of an item of a list. They are not those of a
	// request: kubectl sends the item with the last ones.
	Repeats []string
	// Err says why the text cannot be read.
	Err error

	text *decoded
}

// decoded is a document with the objects of a list, or one.
type decoded struct {
	document.Document
	before int // lines of the source before the text of the document

	once      sync.Once
	positions *document.Positions
	err       error
}

// parse returns the positions of the document. It parses the text when it is first called.
func (d *decoded) parse(ctx context.Context) (*document.Positions, error) {
	d.once.Do(func() { d.positions, d.err = d.Positions(ctx) })
	return d.positions, d.err
}

// Text returns a field of the object, "" for any other value than text.
func (o *Object) Text(field string) string {
	s, _ := o.Value[field].(string)
	return s
}

// Meta returns a field of the metadata, "" for any other value than text.
func (o *Object) Meta(field string) string {
	metadata, _ := o.Value["metadata"].(map[string]any)
	s, _ := metadata[field].(string)
	return s
}

// GroupKind returns the group and kind that the object claims.
func (o *Object) GroupKind() GroupKind {
	group, _, found := strings.Cut(o.Text("apiVersion"), "/")
	if !found {
		group = ""
	}
	return GroupKind{group, o.Text("kind")}
}

// IsCRD reports whether the object claims to be a CustomResourceDefinition.
func (o *Object) IsCRD() bool {
	return o.GroupKind() == GroupKind{"apiextensions.k8s.io", "CustomResourceDefinition"}
}

// Namespace returns the namespace of a request for the object: its own or "default".
func (o *Object) Namespace() string { return cmp.Or(o.Meta("namespace"), "default") }

// String returns the position: the file, the line of the document, and the path in a list.
func (o *Object) String() string {
	text := o.File
	if o.At.Line > 0 {
		text += fmt.Sprintf(":%d", o.At.Line)
	}
	if len(o.Path) > 0 {
		text += " " + o.Path.String()
	}
	return text
}

// Objects returns the objects of a text. An Object with an Err takes the place of one that cannot be
// decoded, and of what follows it in the text.
func (t Text) Objects(ctx context.Context) []Object {
	if t.Err != nil {
		o := Object{File: t.File, Err: t.Err}
		if t.Before > 0 {
			o.At.Line = t.Before + 1
		}
		return []Object{o}
	}
	docs, err := document.DecodeYAML(ctx, t.Bytes)
	out := make([]Object, 0, len(docs)+1)
	for _, doc := range docs {
		o := Object{File: t.File, At: document.Position{Line: t.Before + doc.Line}, Value: doc.Object, Duplicates: doc.Duplicates, text: &decoded{Document: doc, before: t.Before}}
		out = o.flatten(ctx, out)
	}
	if err != nil {
		out = append(out, t.undecodable(err))
	}
	return out
}

// parserLine matches the line in the errors of the YAML parser, counted in the document.
var parserLine = regexp.MustCompile(`\byaml: line (\d+): `)

func (t Text) undecodable(err error) Object {
	o := Object{File: t.File, At: document.Position{Line: t.Before + 1}, Err: err}
	if bad := (*document.DecodeError)(nil); errors.As(err, &bad) {
		o.At, o.Err = document.Position{Line: t.Before + max(1, bad.Line), Column: bad.Column}, bad.Err
	}
	if m := parserLine.FindStringSubmatch(o.Err.Error()); m != nil {
		line, _ := strconv.Atoi(m[1])
		o.At.Line += max(0, line-1)
	}
	return o
}

// flatten appends the object or, like kubectl, the items of a list but not of lists in it.
func (o *Object) flatten(ctx context.Context, to []Object) []Object {
	list, isList := o.list()
	if !isList {
		return append(to, *o)
	}
	to = slices.Grow(to, len(list))
	for i, v := range list {
		inner := Object{File: o.File, At: o.At, text: o.text}
		inner.Path = structural.Path{structural.Field("items"), structural.Index(i)}
		var isObject bool
		if inner.Value, isObject = v.(map[string]any); !isObject {
			inner.Err = errors.New("an item of a list must be an object")
		}
		if len(o.Duplicates) > 0 {
			inner.Repeats = o.repeatedIn(ctx, inner.Path)
		}
		to = append(to, inner)
	}
	return to
}

// repeatedIn returns the errors about the repeated fields of a list that are at or below path.
func (o *Object) repeatedIn(ctx context.Context, path structural.Path) (out []string) {
	positions, err := o.text.parse(ctx)
	if err != nil {
		return o.Duplicates
	}
	for _, r := range positions.Repeated() {
		if len(r.Path) >= len(path) && slices.Equal(r.Path[:len(path)], path) {
			out = append(out, r.Warning)
		}
	}
	return out
}

// list returns the items of the object and reports whether it is a list, an object without a name.
func (o *Object) list() ([]any, bool) {
	list, hasItems := o.Value["items"].([]any)
	isList := strings.HasSuffix(o.Text("kind"), "List") && o.Meta("name") == "" && o.Meta("generateName") == ""
	return list, hasItems && isList
}
