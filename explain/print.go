package explain

import (
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/textlines"
	"github.com/seed95800270/crdschema/structural"
)

// Source is a text that an explanation refers to.
type Source struct {
	// Name is the name of the file.
	Name string
	// Positions are the positions of its values, or nil if they are not known.
	Positions *document.Positions
	// Root is the path in the text of what an explanation has paths in: of the object, or of
	// the openAPIV3Schema of a version.
	Root structural.Path
	// Before is the number of lines of the file before the text. It is 0 if the text is the
	// whole file.
	Before int
}

// located returns a path with the name of the file, the line and the column, as far as they are
// known.
func (s Source) located(path structural.Path) string {
	text := path.String()
	if len(path) == 0 {
		text = "the object"
	}
	return textlines.Located(s.Name, s.Positions, s.Before, s.Root.Append(path...), text)
}

// String returns the explanation as [Explanation.Text] does, without files.
func (e Explanation) String() string { return e.Text(Source{}, Source{}) }

// Text returns the explanation as lines for a reader: the server's words, what decided, what
// fits, and the edits. object is the text of the object, schema the text of the CRD.
func (e Explanation) Text(object, schema Source) string {
	var lines textlines.Lines
	lines.Title(e.Error.Error())
	if object.Positions != nil {
		lines.Add("at", object.located(e.Error.Path))
	}
	if e.Schema != nil {
		lines.Add("because", schema.located(e.Schema)+demanded(e.Demand))
	}
	if e.Since != "" {
		lines.Add("since", "Kubernetes "+e.Since)
	}
	if e.Fits != "" {
		lines.Add("fits", e.Fits)
	}
	lines.AddAll("change", textlines.Edits(e.Edits))
	return lines.String()
}

// demanded returns the value of a keyword as text, or "" if it is long or has schemas.
func demanded(v any) string {
	switch v := v.(type) {
	case nil, map[string]any:
		return ""
	case []any:
		if len(v) == 0 {
			return ""
		}
		if _, nested := v[0].(map[string]any); nested {
			return ""
		}
	}
	text := listed(v)
	if len(text) > textlines.Longest {
		return ""
	}
	return ": " + text
}
