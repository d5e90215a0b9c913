package parity

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// failure is a kind of difference: what differs and how, without the paths and
// values of the input. It stays the same while an input gets smaller.
type failure string

// failures returns the kinds of differences, beginning with the kinds of the first
// difference.
func failures(diffs []difference) (out []failure) {
	for _, d := range diffs {
		if d.ours == nil && d.theirs == nil { // a panic, or a text of Fail
			out = append(out, failure(d.what+": "+template(firstLine(d.diff))))
			continue
		}
		for _, how := range differ(d.ours, d.theirs) {
			out = append(out, failure(d.what+": "+how))
		}
	}
	return out
}

// differ returns the kinds of differences between two values.
func differ(ours, theirs any) []string {
	seen := map[string]bool{}
	switch a := ours.(type) {
	case []string:
		if b, ok := theirs.([]string); ok {
			differTexts(a, b, seen)
			return slices.Sorted(maps.Keys(seen))
		}
	case string:
		if b, ok := theirs.(string); ok {
			return []string{template(a) + " ≠ " + template(b)}
		}
	}
	differValues(ours, theirs, seen)
	return slices.Sorted(maps.Keys(seen))
}

// differTexts adds the templates of the texts that only one side has.
func differTexts(ours, theirs []string, seen map[string]bool) {
	for _, text := range without(ours, theirs) {
		seen["only ours: "+template(text)] = true
	}
	for _, text := range without(theirs, ours) {
		seen["only theirs: "+template(text)] = true
	}
}

// without returns the texts of a that are not in b, as multisets.
func without(a, b []string) (out []string) {
	count := map[string]int{}
	for _, text := range b {
		count[text]++
	}
	for _, text := range a {
		if count[text]--; count[text] < 0 {
			out = append(out, text)
		}
	}
	return out
}

// differValues adds how the values at the same path differ: by their types, by
// their values, or because one side has none.
func differValues(ours, theirs any, seen map[string]bool) {
	if Equal(ours, theirs) {
		return
	}
	if a, ok := ours.(map[string]any); ok {
		if b, ok := theirs.(map[string]any); ok {
			differMaps(a, b, seen)
			return
		}
	}
	if a, ok := ours.([]any); ok {
		if b, ok := theirs.([]any); ok && len(a) == len(b) {
			for i := range a {
				differValues(a[i], b[i], seen)
			}
			return
		}
	}
	seen[fmt.Sprintf("%s ≠ %s", describe(ours), describe(theirs))] = true
}

func differMaps(ours, theirs map[string]any, seen map[string]bool) {
	for k, v := range ours {
		if w, found := theirs[k]; found {
			differValues(v, w, seen)
		} else {
			seen["only ours: "+describe(v)] = true
		}
	}
	for k, w := range theirs {
		if _, found := ours[k]; !found {
			seen["only theirs: "+describe(w)] = true
		}
	}
	if len(seen) == 0 { // one of them is nil
		seen["nil map"] = true
	}
}

// describe returns the type of a value, or the value of null and booleans.
func describe(v any) string {
	switch v := v.(type) {
	case nil, bool:
		return fmt.Sprint(v)
	case []any:
		return fmt.Sprintf("list, empty: %t", len(v) == 0)
	}
	return reflect.TypeOf(v).String()
}

// quoted and digits match the parts of an error that depend on the input.
var (
	quoted = regexp.MustCompile(`"(\\.|[^"\\])*"|'[^']*'|` + "`[^`]*`")
	digits = regexp.MustCompile(`[0-9]+`)
)

// template returns an error without the parts that depend on the input: the path
// before the first colon, the value between the type of error and its detail,
// quoted strings and numbers.
func template(text string) string {
	text = masked(text)
	if parts := strings.Split(text, ": "); len(parts) > 2 {
		return parts[1] + ": " + parts[len(parts)-1]
	}
	return text
}

// masked replaces quoted strings and numbers.
func masked(text string) string {
	return digits.ReplaceAllString(quoted.ReplaceAllString(text, `""`), "0")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
