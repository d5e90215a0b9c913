package explain

import "github.com/seed95800270/crdschema/internal/textlines"

// Terminal says how a terminal shows texts: those of this package and of lint.Finding. The zero
// value changes nothing but characters that could move the cursor.
//
//	fmt.Print(explain.Terminal{Width: 80, Color: true}.Format(problem.Text(source)))
type Terminal struct {
	// Width is the number of characters of a line, or 0 for lines of any length. Words are
	// never broken.
	Width int
	// Color colors the first line of each text and the labels, with ANSI escape sequences.
	Color bool
}

// Format returns a text, or several ones, for the terminal.
func (t Terminal) Format(text string) string { return textlines.Terminal(t).Format(text) }
