package crdtest

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/valuediff"
	"github.com/seed95800270/crdschema/structural"
)

// expectation is what an answer should be.
type expectation struct {
	accepted bool
	errors   []wanted
	// warnings and stored are compared only if they are set.
	warnings    []any
	hasWarnings bool
	stored      map[string]any
	// others reports whether other errors than the expected are allowed.
	others bool
}

// wanted is one expected problem. Empty fields match everything.
type wanted struct {
	code, path, message string
	part                string // of the message; a path with white space matches, too
}

// pathOrPart returns w with a path, or with a part of the message if text has white space.
func (w wanted) pathOrPart(text string) wanted {
	if strings.ContainsAny(text, " \t\n") {
		w.part = text
	} else {
		w.path = text
	}
	return w
}

// misses returns how p differs from w, in words.
func (w wanted) misses(p Problem) []string {
	var all []string
	for _, part := range []struct{ name, want, got, also string }{
		{"code", w.code, p.Code, p.Code}, {"path", w.path, p.Path, p.location}, {"message", w.message, p.Message, p.Message},
	} {
		if part.want != "" && part.want != part.got && part.want != part.also {
			all = append(all, fmt.Sprintf("the %s is %q instead of %q", part.name, part.got, part.want))
		}
	}
	if w.part != "" && p.Path != w.part && p.location != w.part && !strings.Contains(p.Message, w.part) {
		all = append(all, fmt.Sprintf("the message has no %q", w.part))
	}
	return all
}

func (w wanted) String() string {
	var parts []string
	for _, part := range []struct{ name, text string }{
		{"code ", w.code}, {"path ", w.path}, {"message ", w.message}, {"part of the message ", w.part},
	} {
		if part.text != "" {
			parts = append(parts, part.name+part.text)
		}
	}
	if len(parts) == 0 {
		return "any error"
	}
	return strings.Join(parts, ", ")
}

// differences returns how the answer differs from what is expected: each a line or more.
func (e expectation) differences(a Answer) []string {
	if e.accepted {
		if len(a.Problems) > 0 {
			return append([]string{"rejected; expected: accepted"}, problemLines(a.Problems)...)
		}
		return append(e.warningDifferences(a), e.storedDifferences(a)...)
	}
	if len(a.Problems) == 0 {
		lines := []string{"accepted; expected: rejected"}
		for _, w := range e.errors {
			lines = append(lines, "expected: "+w.String())
		}
		return lines
	}
	return append(e.errorDifferences(a.Problems), e.warningDifferences(a)...)
}

func problemLines(problems []Problem) []string {
	var lines []string
	for _, p := range problems {
		lines = append(lines, "server: "+p.String())
	}
	return lines
}

// errorDifferences pairs each expected error with one of the server's.
func (e expectation) errorDifferences(problems []Problem) []string {
	left := append([]Problem(nil), problems...)
	var lines []string
	for _, w := range e.errors {
		if i := w.find(left); i >= 0 {
			left = append(left[:i], left[i+1:]...)
			continue
		}
		lines = append(lines, "missing: "+w.String())
		if nearest, misses := w.nearest(problems); misses != nil {
			lines = append(lines, "nearest: "+nearest.String()+": "+strings.Join(misses, ", "))
		}
	}
	if len(lines) > 0 || !e.others {
		for _, p := range left {
			lines = append(lines, "not expected: "+p.String())
		}
	}
	return lines
}

func (w wanted) find(problems []Problem) int {
	for i, p := range problems {
		if len(w.misses(p)) == 0 {
			return i
		}
	}
	return -1
}

// nearest returns the problem that differs from w in the fewest parts.
func (w wanted) nearest(problems []Problem) (nearest Problem, misses []string) {
	for _, p := range problems {
		if m := w.misses(p); misses == nil || len(m) < len(misses) {
			nearest, misses = p, m
		}
	}
	return nearest, misses
}

func (e expectation) warningDifferences(a Answer) []string {
	if !e.hasWarnings {
		return nil
	}
	got := make([]any, len(a.Result.Warnings))
	for i, text := range a.Result.Warnings {
		got[i] = text
	}
	var lines []string
	for _, d := range valuediff.Compare(got, e.warnings) {
		lines = append(lines, "warnings"+describe(d))
	}
	return lines
}

func (e expectation) storedDifferences(a Answer) []string {
	if e.stored == nil {
		return nil
	}
	var lines []string
	for _, d := range valuediff.Compare(withoutGenerated(a.Result.Stored, e.stored), e.stored) {
		lines = append(lines, "stored "+describe(d))
	}
	return lines
}

// generated are the fields of metadata that are compared only if they are expected.
var generated = []string{
	"creationTimestamp", "generateName", "generation", "managedFields", "name", "namespace", "resourceVersion", "uid",
}

// withoutGenerated returns obj without the generated metadata that want lacks.
func withoutGenerated(obj, want map[string]any) map[string]any {
	out, wanted := structural.Clone(obj), metadataOf(want)
	meta := metadataOf(out)
	for _, name := range generated {
		if _, found := wanted[name]; !found {
			delete(meta, name)
		}
	}
	if _, found := want["metadata"]; !found && len(meta) == 0 {
		delete(out, "metadata")
	}
	return out
}
