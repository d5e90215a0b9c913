package report

import (
	"fmt"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// sarif writes one run of SARIF 2.1.0. The rules follow the results.
type sarif struct {
	to    io.Writer
	o     Options
	begun bool
	rules map[string]bool
}

func newSARIF(to io.Writer, o Options) Writer { return &sarif{to: to, o: o, rules: map[string]bool{}} }

const sarifStart = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":[`

func (s *sarif) separate() error {
	text := ",\n"
	if !s.begun {
		s.begun, text = true, sarifStart+"\n"
	}
	_, err := io.WriteString(s.to, text)
	return err
}

func (s *sarif) Item(i *Item) error {
	for _, f := range i.Findings {
		if i.Verdict == Skipped {
			continue
		}
		if err := s.separate(); err != nil {
			return err
		}
		s.rules[f.Rule] = true
		if err := writeJSON(s.to, sarifResult(i, f)); err != nil {
			return err
		}
	}
	return nil
}

func sarifResult(i *Item, f Finding) any {
	message := f.Message
	if f.Hint != "" {
		message += "\nhint: " + f.Hint
	}
	location := map[string]any{"artifactLocation": map[string]any{"uri": uri(i.File)}}
	if f.Line > 0 {
		region := map[string]any{"startLine": f.Line}
		if f.Column > 0 {
			region["startColumn"] = f.Column
		}
		location["region"] = region
	}
	where := map[string]any{"physicalLocation": location}
	if title := i.Title(); title != "" {
		where["logicalLocations"] = []any{map[string]any{"name": title, "kind": "resource"}}
	}
	return map[string]any{
		"ruleId": f.Rule, "level": f.Level,
		"message":   map[string]any{"text": message},
		"locations": []any{where},
	}
}

// uri returns a file as a relative reference, or an absolute URI.
func uri(file string) string {
	if filepath.IsAbs(file) {
		return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
	}
	// String writes a:b.yaml as ./a:b.yaml, because a: would be a scheme.
	return (&url.URL{Path: strings.TrimPrefix(filepath.ToSlash(file), "./")}).String()
}

func (s *sarif) End(*Summary) error {
	if !s.begun {
		if _, err := io.WriteString(s.to, sarifStart); err != nil {
			return err
		}
	}
	rules := []any{}
	for _, rule := range slices.Sorted(maps.Keys(s.rules)) {
		rules = append(rules, map[string]any{"id": rule, "helpUri": pageOf(s.o.Command, rule)})
	}
	driver := map[string]any{"name": "crdschema", "informationUri": "https://github.com/seed95800270/crdschema", "rules": rules}
	if s.o.Version != "" {
		driver["version"] = s.o.Version
	}
	if _, err := fmt.Fprint(s.to, "\n],\"tool\":"); err != nil {
		return err
	}
	if err := writeJSON(s.to, map[string]any{"driver": driver}); err != nil {
		return err
	}
	_, err := io.WriteString(s.to, "}]}\n")
	return err
}
