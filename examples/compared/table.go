package main

import (
	"fmt"
	"strings"
)

type result struct {
	testCase
	verdicts []string
}

func run(cases []testCase, tools []tool) ([]result, error) {
	var results []result
	for _, c := range cases {
		r := result{testCase: c}
		for _, t := range tools {
			verdict, err := t.verdict(c)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.name, t.name, err)
			}
			r.verdicts = append(r.verdicts, verdict)
		}
		results = append(results, r)
	}
	return results, nil
}

// table returns the results as a table in Markdown. Verdicts that differ from ours
// are bold.
func table(results []result, tools []tool) string {
	var b strings.Builder
	b.WriteString("| case |")
	for _, t := range tools {
		b.WriteString(" " + t.name + " |")
	}
	b.WriteString("\n|" + strings.Repeat("---|", len(tools)+1) + "\n")
	for _, r := range results {
		b.WriteString("| " + r.name + " |")
		for _, v := range r.verdicts {
			b.WriteString(" " + cell(v, r.verdicts[0]) + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func cell(verdict, ours string) string {
	word := "accepted"
	if verdict != "" {
		word = "rejected"
	}
	if (verdict == "") != (ours == "") {
		word = "**" + word + "**"
	}
	return word
}
