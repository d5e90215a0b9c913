package report

import (
	"fmt"
	"io"
	"strings"
)

// github writes a workflow command for each finding, shown beside the line in a pull request.
type github struct{ to io.Writer }

func newGitHub(to io.Writer, _ Options) Writer { return github{to} }

var commands = map[Level]string{Error: "error", Warning: "warning", Note: "notice"}

var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (g github) Item(i *Item) error {
	var out strings.Builder
	for _, f := range i.Findings {
		if i.Verdict == Skipped {
			continue
		}
		message := f.Message
		if f.Hint != "" {
			message += "\nhint: " + f.Hint
		}
		fmt.Fprintf(&out, "::%s file=%s", commands[f.Level], githubProperty.Replace(i.File))
		if f.Line > 0 {
			fmt.Fprintf(&out, ",line=%d", f.Line)
		}
		if f.Column > 0 {
			fmt.Fprintf(&out, ",col=%d", f.Column)
		}
		fmt.Fprintf(&out, ",title=%s::%s\n", githubProperty.Replace(strings.TrimSpace(f.Rule+" "+i.Title())), githubMessage.Replace(message))
	}
	_, err := io.WriteString(g.to, out.String())
	return err
}

func (g github) End(s *Summary) error {
	_, err := fmt.Fprintf(g.to, "crdschema: %v\n", s)
	return err
}
