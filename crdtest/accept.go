package crdtest

import "strings"

// Accept fails the test unless a server accepts each of the objects. A failure names file, line and
// column, and has the server's words. It returns the answers; without a verdict it ends the
// test. See [Try] for what is filled in.
func Accept(t T, d *Definition, object Object, opts ...Option) []Answer {
	t.Helper()
	return expectAll(t, d, object, expectation{accepted: true}, opts)
}

// Reject fails the test unless a server rejects each of the objects with an error of the code
// (docs/ERRORS.md; or the reason of a Status, "Conflict") at a path or with a part of a message:
// pathOrPart is the whole path of the value, "spec.ports[0].name", unless it has white space. Empty texts match
// all codes and errors. Other errors are allowed: see [RejectOnly]. A failure shows the server's errors and how
// the nearest one differs. See [Try] for what is filled in.
func Reject(t T, d *Definition, object Object, code, pathOrPart string, opts ...Option) []Answer {
	t.Helper()
	w := wanted{code: code}.pathOrPart(pathOrPart)
	return expectAll(t, d, object, expectation{errors: []wanted{w}, others: true}, opts)
}

// Expected is an error that [RejectOnly] expects. Empty fields match everything.
type Expected struct {
	// Code and Path are as in [Problem].
	Code, Path string
	// Part is a part of the message.
	Part string
}

// RejectOnly fails the test unless a server rejects each of the objects with exactly these errors, in any order. The error
// rules-not-checked, after errors of values, counts, too. No expected error ends the test.
func RejectOnly(t T, d *Definition, object Object, errors []Expected, opts ...Option) []Answer {
	t.Helper()
	if len(errors) == 0 {
		t.Fatalf("no verdict: no error is expected")
		return nil
	}
	var e expectation
	for _, x := range errors {
		e.errors = append(e.errors, wanted{code: x.Code, path: x.Path, part: x.Part})
	}
	return expectAll(t, d, object, e, opts)
}

func expectAll(t T, d *Definition, object Object, e expectation, opts []Option) []Answer {
	t.Helper()
	answers, err := Try(t.Context(), d, object, opts...)
	if err != nil {
		t.Fatalf("no verdict: %v", err)
		return nil
	}
	for _, a := range answers {
		if lines := e.differences(a); len(lines) > 0 {
			t.Errorf("%s: %s", a.source.at(t.Context(), nil), strings.Join(lines, "\n\t"))
		}
	}
	return answers
}
