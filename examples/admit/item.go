package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"

	"github.com/seed95800270/crdschema"
)

// place says where an object was found.
type place struct {
	file  string
	line  int    // of the document, 0 for a file as a whole
	index string // in the document, empty if the object is all of it
}

func (p place) String() string {
	text := p.file
	if p.line > 0 {
		text += fmt.Sprintf(":%d", p.line)
	}
	if p.index != "" {
		text += " " + p.index
	}
	return text
}

// item is an object of the input, or the reason why there is none.
type item struct {
	place
	object     map[string]any
	duplicates []string // see [crdschema.Document]
	note       string
	err        error
}

// text is a field of the object, empty if it is no text.
func (it item) text(field string) string {
	s, _ := it.object[field].(string)
	return s
}

// meta is a field of the object's metadata, empty if it is no text.
func (it item) meta(field string) string {
	metadata, _ := it.object["metadata"].(map[string]any)
	s, _ := metadata[field].(string)
	return s
}

// namespace is where a request for the object goes: wanted, if that is a
// namespace, else where kubectl would send it.
func (it item) namespace(wanted string) string {
	return cmp.Or(wanted, it.meta("namespace"), "default")
}

// groupKind is what a definition and its objects have in common.
type groupKind struct{ group, kind string }

func (it item) groupKind() groupKind {
	group, _, found := strings.Cut(it.text("apiVersion"), "/")
	if !found {
		group = "" // the core group
	}
	return groupKind{group, it.text("kind")}
}

// isDefinition says whether the object is a CustomResourceDefinition.
func (it item) isDefinition() bool {
	return it.groupKind() == groupKind{"apiextensions.k8s.io", "CustomResourceDefinition"}
}

// items are the objects of some texts, lists taken apart. One text is held at a
// time.
func items(from iter.Seq[source]) iter.Seq[item] {
	return func(yield func(item) bool) {
		for s := range from {
			if !s.items(yield) {
				return
			}
		}
	}
}

// items yields the objects of one text and says whether to go on.
func (s source) items(yield func(item) bool) bool {
	text, err := s.read()
	if wrapped := (*fs.PathError)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err // the path stands in front of it anyway
	}
	docs, bad := crdschema.DecodeYAML(text)
	for _, doc := range docs {
		it := item{place: place{file: s.name, line: doc.Line}, object: doc.Object, duplicates: doc.Duplicates}
		if !it.flatten(yield) {
			return false
		}
	}
	if err = cmp.Or(err, bad); err != nil {
		return yield(item{place: place{file: s.name}, err: err})
	}
	return true
}

// flatten yields the object, or what is in it if it is a list. Like kubectl it
// does not look for lists in lists.
func (it item) flatten(yield func(item) bool) bool {
	list, isList := it.list()
	if !isList {
		return yield(it)
	}
	for i, v := range list {
		inner := item{place: it.place}
		inner.index = fmt.Sprintf("items[%d]", i)
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

// list are the items of the object if it is a list, which has no name.
func (it item) list() ([]any, bool) {
	list, hasItems := it.object["items"].([]any)
	isList := strings.HasSuffix(it.text("kind"), "List") && it.meta("name") == "" && it.meta("generateName") == ""
	return list, hasItems && isList
}
