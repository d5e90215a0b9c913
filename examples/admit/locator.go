package main

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// locator finds the fields of one object in its file.
type locator struct {
	item     item
	document *document.Positions
	object   *document.Positions // of the paths in the object
}

func (v *verdict) locator() *locator { return &locator{item: v.item} }

func (l *locator) parse() {
	if l.document == nil {
		l.document, _ = l.item.document.Positions(context.Background()) // which is never done
		l.object = l.document.In(l.item.path)
	}
}

func (l *locator) of(path structural.Path) document.Position {
	l.parse()
	at, _ := l.object.Of(path)
	return at
}

// ofWarning returns the position of the field that the i-th warning is about, or false.
func (l *locator) ofWarning(result *crdschema.Result, i int) (document.Position, bool) {
	if path := result.WarningPaths[i]; path != nil {
		return l.of(path), true
	}
	l.parse()
	for _, r := range l.document.Repeated() {
		if r.Warning == result.Warnings[i] {
			return r.Again, true
		}
	}
	return document.Position{}, false
}

// prefix returns a position as compilers print it, or "" without a text.
func (l *locator) prefix(at document.Position) string {
	if at == (document.Position{}) {
		return ""
	}
	return fmt.Sprintf("%s:%v: ", l.item.file, at)
}
