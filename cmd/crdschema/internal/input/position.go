package input

import (
	"context"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// PositionOf returns the position of a value of the object, or of the nearest one around it. It parses
// the text when it is first called. If that fails, it returns the position of the object.
func (o *Object) PositionOf(ctx context.Context, path structural.Path) document.Position {
	positions, err := o.text.parse(ctx)
	if err != nil {
		return o.At
	}
	at, _ := positions.In(o.Path).Of(path)
	return o.moved(at)
}

// Positions returns the positions of the document with the object, and how many lines of the source
// are before the text of the document.
func (o *Object) Positions(ctx context.Context) (positions *document.Positions, before int, err error) {
	positions, err = o.text.parse(ctx)
	return positions, o.text.before, err
}

// PositionOfRepeated returns the position of the repeated field that a warning is about, or false.
func (o *Object) PositionOfRepeated(ctx context.Context, warning string) (document.Position, bool) {
	positions, err := o.text.parse(ctx)
	if err != nil {
		return document.Position{}, false
	}
	for _, r := range positions.Repeated() {
		if r.Warning == warning {
			return o.moved(r.Again), true
		}
	}
	return document.Position{}, false
}

func (o *Object) moved(at document.Position) document.Position {
	if at.Line > 0 {
		at.Line += o.text.before
	}
	return at
}
