package explain

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/hints"
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
}

// located returns a path with the name of the file, the line and the column, as far as they are
// known.
func (s Source) located(path structural.Path) string {
	text := path.String()
	if len(path) == 0 {
		text = "the object"
	}
	if s.Positions == nil {
		return text
	}
	at, _ := s.Positions.Of(s.Root.Append(path...))
	return fmt.Sprintf("%s:%d:%d: %s", s.Name, at.Line, at.Column, text)
}

// String returns the explanation as [Explanation.Text] does, without files.
func (e Explanation) String() string { return e.Text(Source{}, Source{}) }

// Text returns the explanation as lines for a reader: the server's words, what decided, what
// fits, and the edits. object is the text of the object, schema the text of the CRD.
func (e Explanation) Text(object, schema Source) string {
	var b strings.Builder
	b.WriteString(e.Error.Error() + "\n")
	line := func(label, text string) { fmt.Fprintf(&b, "  %-8s%s\n", label, text) }
	if object.Positions != nil {
		line("at", object.located(e.Error.Path))
	}
	if e.Schema != nil {
		line("because", schema.located(e.Schema)+demanded(e.Demand))
	}
	if e.Since != "" {
		line("since", "Kubernetes "+e.Since)
	}
	if e.Fits != "" {
		line("fits", e.Fits)
	}
	for i, edit := range e.Edits {
		label := ""
		if i == 0 {
			label = "change"
		}
		line(label, editText(edit))
	}
	return b.String()
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
	if len(text) > longestText {
		return ""
	}
	return ": " + text
}

func editText(e hints.Edit) string {
	if e.Remove {
		return "remove " + e.Path.String()
	}
	return fmt.Sprintf("set %s to %s", e.Path, quotedText(e.Value))
}

// quotedText returns a value as JSON, if it is short.
func quotedText(v any) string {
	text, err := json.Marshal(v)
	if err != nil || len(text) > longestText {
		return shortText(v)
	}
	return string(text)
}
