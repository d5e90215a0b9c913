package report

import (
	"fmt"
	"strings"
)

// Verdict is the outcome for one item.
type Verdict string

// Skipped items were left out by a flag. Unreadable ones could not be judged: the reason is their
// finding.
const (
	Accepted   Verdict = "accepted"
	Refused    Verdict = "refused"
	Skipped    Verdict = "skipped"
	Unreadable Verdict = "unreadable"
)

// Level orders findings.
type Level string

// An Error is a reason of a refused or unreadable item. A Note is not the server's.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// Item is the verdict on one object, or on a text that cannot be read.
type Item struct {
	Verdict Verdict `json:"verdict"`
	File    string  `json:"file"`
	Line    int     `json:"line,omitempty"`
	// Path is the path in a list: "items[2]".
	Path       string `json:"item,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
	Kind       string `json:"kind,omitempty"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name,omitempty"`
	// SchemaOnly reports whether the object is of a built-in kind, judged by its published schema only:
	// a server validates its values in code, too.
	SchemaOnly bool `json:"schemaOnly,omitempty"`
	// Findings are in the order of the server.
	Findings []Finding `json:"findings,omitempty"`
	// Dropped are the unknown fields that the server drops.
	Dropped []Field `json:"dropped,omitempty"`
}

// Finding is one thing to say about an item.
type Finding struct {
	Level Level `json:"level"`
	// Rule names what is wrong: the code of an error, the reason of a Status, or a word of this
	// program.
	Rule string `json:"rule"`
	// Message has the server's words.
	Message string `json:"message"`
	// Path is the path of the value.
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Hint says what to do.
	Hint string `json:"hint,omitempty"`
}

// Field is a field in a source.
type Field struct {
	Path   string `json:"path"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Title returns the kind and name of the object, or its path in a list, and whether only its schema was
// used.
func (i *Item) Title() string {
	title := i.object()
	if i.SchemaOnly {
		title += ", by its schema only"
	}
	return title
}

func (i *Item) object() string {
	name := i.Name
	if i.Namespace != "" && name != "" {
		name = i.Namespace + "/" + name
	}
	if title := strings.TrimSpace(i.Kind + " " + name); title != "" {
		return title
	}
	return i.Path
}

// position returns FILE:LINE:COLUMN without the parts that are unknown.
func position(file string, line, column int) string {
	switch {
	case line == 0:
		return file
	case column == 0:
		return fmt.Sprintf("%s:%d", file, line)
	default:
		return fmt.Sprintf("%s:%d:%d", file, line, column)
	}
}

// Has reports whether the item has a finding of a level.
func (i *Item) Has(level Level) bool {
	for _, f := range i.Findings {
		if f.Level == level {
			return true
		}
	}
	return false
}

// Summary counts items.
type Summary struct {
	// Judged is Accepted and Refused. Warned is the number of judged items with a warning.
	Judged     int `json:"judged"`
	Accepted   int `json:"accepted"`
	Refused    int `json:"refused"`
	Warned     int `json:"warned"`
	Skipped    int `json:"skipped"`
	Unreadable int `json:"unreadable"`
	// SchemaOnly is the number of judged items of built-in kinds: see Item.
	SchemaOnly int `json:"schemaOnly,omitempty"`
}

// Add counts an item.
func (s *Summary) Add(i *Item) {
	switch i.Verdict {
	case Accepted:
		s.Accepted++
	case Refused:
		s.Refused++
	case Skipped:
		s.Skipped++
	case Unreadable:
		s.Unreadable++
	}
	if i.SchemaOnly && i.Verdict != Unreadable {
		s.SchemaOnly++
	}
	s.Judged = s.Accepted + s.Refused
	if (i.Verdict == Accepted || i.Verdict == Refused) && i.Has(Warning) {
		s.Warned++
	}
}

// Total returns the number of items.
func (s *Summary) Total() int { return s.Judged + s.Skipped + s.Unreadable }

// String returns all numbers.
func (s *Summary) String() string {
	text := fmt.Sprintf("judged %d, accepted %d, refused %d, warned %d, skipped %d, unreadable %d",
		s.Judged, s.Accepted, s.Refused, s.Warned, s.Skipped, s.Unreadable)
	if s.SchemaOnly > 0 {
		text += fmt.Sprintf("; %d by their schema only, values not validated as a server does", s.SchemaOnly)
	}
	return text
}

// The exit codes of all commands.
const (
	ExitFine     = 0
	ExitFindings = 1
	ExitNoJudge  = 2
)

// ExitCode returns 2 if something could not be judged, else 1 if something is refused.
func (s *Summary) ExitCode() int {
	switch {
	case s.Unreadable > 0:
		return ExitNoJudge
	case s.Refused > 0:
		return ExitFindings
	default:
		return ExitFine
	}
}
