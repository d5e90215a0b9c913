package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

type position struct {
	file  string
	line  int             // line of the document, or 0 for a whole file
	path  structural.Path // of the object in the document
	index string          // path, or empty if the object is the whole document
}

func (p position) String() string {
	text := p.file
	if p.line > 0 {
		text += fmt.Sprintf(":%d", p.line)
	}
	if p.index != "" {
		text += " " + p.index
	}
	return text
}

type item struct {
	position
	object     map[string]any
	document   document.Document // that holds the object
	duplicates []string          // see [document.Document]
	note       string
	err        error
}

func (it item) text(field string) string {
	s, _ := it.object[field].(string)
	return s
}

func (it item) meta(field string) string {
	metadata, _ := it.object["metadata"].(map[string]any)
	s, _ := metadata[field].(string)
	return s
}

func (it item) namespace(wanted string) string {
	return cmp.Or(wanted, it.meta("namespace"), "default")
}

type groupKind struct{ group, kind string }

func (it item) groupKind() groupKind {
	group, _, found := strings.Cut(it.text("apiVersion"), "/")
	if !found {
		group = "" // the core group
	}
	return groupKind{group, it.text("kind")}
}

func (it item) isDefinition() bool {
	return it.groupKind() == groupKind{"apiextensions.k8s.io", "CustomResourceDefinition"}
}

// items returns the objects of texts and the elements of lists.
func items(from iter.Seq[source]) iter.Seq[item] {
	return func(yield func(item) bool) {
		for s := range from {
			if !s.items(yield) {
				return
			}
		}
	}
}

func (s source) items(yield func(item) bool) bool {
	text, err := s.read()
	if wrapped := (*fs.PathError)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err // the path is printed in front of it
	}
	docs, bad := document.DecodeYAML(context.Background(), text)
	for _, doc := range docs {
		it := item{position: position{file: s.name, line: doc.Line}, object: doc.Object, document: doc, duplicates: doc.Duplicates}
		if !it.flatten(yield) {
			return false
		}
	}
	if err = cmp.Or(err, bad); err != nil {
		return yield(item{position: position{file: s.name}, err: err})
	}
	return true
}

// flatten yields the object or, like kubectl, the items of a list but not of lists in it.
func (it item) flatten(yield func(item) bool) bool {
	list, isList := it.list()
	if !isList {
		return yield(it)
	}
	for i, v := range list {
		inner := item{position: it.position, document: it.document}
		inner.path = structural.Path{structural.Field("items"), structural.Index(i)}
		inner.index = inner.path.String()
		if len(it.duplicates) > 0 {
			inner.note = "the list that this object is from repeats fields, of which the last ones count"
		}
		var isObject bool
		if inner.object, isObject = v.(map[string]any); !isObject {
			inner.err = errors.New("an item of a list must be an object")
		}
		if !yield(inner) {
			return false
		}
	}
	return true
}

// list returns the items of the object and reports whether it is a list, an object
// without a name.
func (it item) list() ([]any, bool) {
	list, hasItems := it.object["items"].([]any)
	isList := strings.HasSuffix(it.text("kind"), "List") && it.meta("name") == "" && it.meta("generateName") == ""
	return list, hasItems && isList
}
