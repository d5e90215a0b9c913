package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

type (
	// Position is a line and a column of a text, both counted from 1. Lines end in a line
	// feed. Columns count characters: Unicode code points, of which a tab is one. A byte
	// order mark is not counted.
	//
	//	type Position struct{ Line, Column int }
	//
	//	func (p Position) String() string // "12:7"
	Position = decode.Position
	// Repeated is a field that an object has again.
	//
	//	type Repeated struct {
	//		Path    structural.Path
	//		Warning string   // the server's, as in Result.Warnings
	//		First   Position // where the field is before
	//		Again   Position // where it is repeated
	//	}
	Repeated = decode.Repeated
	// DecodeError is the error of [DecodeJSON], [DecodeYAML] and [CompileYAML] for a text
	// that cannot be decoded, or that is not an object or, for CompileYAML, not one
	// document. Its text begins with the position, unless that is the first line of YAML.
	//
	//	type DecodeError struct {
	//		Line   int   // in YAML, the line on which the document begins
	//		Column int   // 0 in YAML, and if the text is not an object
	//		Err    error // the server's error, or what is needed instead
	//	}
	DecodeError = decode.Error
)

// Positions says where the values of one document are in its text, so that an error, a
// warning or a dropped field can be shown in a file. It is immutable and safe for
// concurrent use.
//
// Paths are those of errors and results: [structural.Error] has a Path, a Result has
// Dropped and WarningPaths, a [Status] may have a Path.
//
// In YAML, an alias is where it is written, and what is inside it is where the anchor is;
// so are fields that a merge key brings. Of a repeated field the last one counts.
type Positions struct{ in *decode.Positions }

// Positions parses the text of the document again and returns the positions of all
// values in it. Lines are those of the whole text from which the document was decoded;
// the text must not have been changed since. Calling it once is enough for any number of
// errors. An error says that ctx is done or that the budget of work is spent
// (structural.ErrTooMuchWork).
func (d Document) Positions(ctx context.Context) (*Positions, error) {
	return positionsIn(ctx, d.source)
}

// PositionsOf returns the positions of the values in a body with a Content-Type, as
// [Request] and [CRDRequest] have them. If the server cannot parse the body, all
// paths have the position of its beginning. An error says that ctx is done or that the budget
// of work is spent (structural.ErrTooMuchWork).
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

// Of returns the position of a field, where its name begins, or of an element of a list.
// If the text has no such value, because it is missing or a default, found is false and
// the position is that of the nearest value around it that the text has.
func (p *Positions) Of(path structural.Path) (at Position, found bool) {
	at, _, steps := p.in.Of(path)
	return at, steps == len(path)
}

// OfValue returns the position at which the value of a field begins, and otherwise what
// [Positions.Of] returns.
func (p *Positions) OfValue(path structural.Path) (at Position, found bool) {
	_, at, steps := p.in.Of(path)
	return at, steps == len(path)
}

// In returns the positions for paths below path: those of an item of a list, which was
// decoded as a part of the list. If the text has no such value, all paths have the
// position of the nearest value around it.
func (p *Positions) In(path structural.Path) *Positions { return &Positions{p.in.In(path)} }

// Repeated returns the repeated fields of the document in the order of the text, at most
// 100, as the server reports of a JSON text. It is empty for the positions that
// [Positions.In] returns.
func (p *Positions) Repeated() []Repeated { return p.in.Repeated() }
