package kubectl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func indented(text, margin string) string {
	return margin + strings.ReplaceAll(text, "\n", "\n"+margin)
}

func wrap(text string, limit int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wrapLine(line, limit)
	}
	return strings.Join(lines, "\n")
}

func wrapLine(line string, limit int) string {
	var out strings.Builder
	used := 0
	for line != "" {
		blank := line[:len(line)-len(strings.TrimLeftFunc(line, isBlank))]
		rest := line[len(blank):]
		word := rest
		if end := strings.IndexFunc(rest, isBlank); end >= 0 {
			word = rest[:end]
		}
		line = rest[len(word):]
		start, length := used+utf8.RuneCountInString(blank), utf8.RuneCountInString(word)
		switch left := max(limit-start+1, 1); {
		case word == "" && start > limit: // blanks at the end that do not fit
		case word != "" && length >= left && left < limit:
			out.WriteString("\n" + word)
			used = length
		default:
			out.WriteString(blank + word)
			used = start + length
		}
	}
	return out.String()
}

func isBlank(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }
