package document

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// Position is a line and a column of a text, both counted from 1. Lines end in a line feed.
// Columns count Unicode code points; a tab is one. A byte order mark is not counted.
type Position struct{ Line, Column int }

// String returns the position as compilers print it: "12:7".
func (p Position) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Repeated is a field that an object has again.
type Repeated struct {
	Path    structural.Path
	Warning string
	// First is the position of the first field, Again the position of the repetition.
	First, Again Position
}

// Positions holds the positions of the values of one document.
//
// In YAML, an alias is at the place where it is written, and the values inside it are at the
// anchor. So are fields of a merge key. The last one of a repeated field counts.
type Positions struct{ in *decode.Positions }

// Positions parses the text again and returns the positions of all values. Lines count from
// the beginning of the text from which the document was decoded. One call is enough for any
// number of errors.
func (d Document) Positions(ctx context.Context) (*Positions, error) {
	return positionsIn(ctx, d.source)
}

// PositionsOf returns the positions of the values in the body of a request with a Content-Type
// header. If the server cannot parse the body, every path has the position of the beginning.
func PositionsOf(ctx context.Context, body []byte, contentType string) (*Positions, error) {
	media, _ := decode.MediaTypeOf(contentType)
	return positionsIn(ctx, decode.SourceOf(body, media))
}

func positionsIn(ctx context.Context, text decode.Source) (*Positions, error) {
	found, err := text.Positions(ctx)
	if err != nil {
		return nil, err
	}
	return &Positions{found}, nil
}

// Of returns the position of the name of a field, or of an element of a list. If the text
// lacks the value, because it is missing or a default, found is false and at is the position
// of the nearest value around it.
func (p *Positions) Of(path structural.Path) (at Position, found bool) {
	name, _, steps := p.in.Of(path)
	return Position(name), steps == len(path)
}

// OfValue returns the position at which the value of a field begins. If the text lacks the
// value, it returns the result of [Positions.Of].
func (p *Positions) OfValue(path structural.Path) (at Position, found bool) {
	_, value, steps := p.in.Of(path)
	return Position(value), steps == len(path)
}

// In returns the positions of the paths below path, for an item of a decoded list. If the text
// lacks the value, all paths have the position of the nearest value around it.
func (p *Positions) In(path structural.Path) *Positions { return &Positions{p.in.In(path)} }

// Repeated returns the repeated fields in the order of the text, at most 100, as the server
// reports them. It is empty for the result of [Positions.In].
func (p *Positions) Repeated() []Repeated {
	found := p.in.Repeated()
	if len(found) == 0 {
		return nil
	}
	out := make([]Repeated, len(found))
	for i, r := range found {
		out[i] = Repeated{Path: r.Path, Warning: r.Warning, First: Position(r.First), Again: Position(r.Again)}
	}
	return out
}
