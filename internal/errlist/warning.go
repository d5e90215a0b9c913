package errlist

import "github.com/seed95800270/crdschema/structural/field"

// Warning is a warning of the server.
type Warning struct {
	// Path is the path of the field that it is about, or nil.
	Path field.Path
	Text string
}

// Warnings is a list of warnings.
type Warnings []Warning

// Texts returns the texts of the list, or nil if it is empty.
func (ws Warnings) Texts() (texts []string) {
	for _, w := range ws {
		texts = append(texts, w.Text)
	}
	return texts
}
