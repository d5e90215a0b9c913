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
// (docs/ERRORS.md; or the reason of a Status, "Conflict") whose path is pathOrPart, or whose
// message contains it. Empty texts match all codes and errors. Other errors are allowed. A
// failure shows the server's errors and how the nearest one differs. See [Try] for what is
// filled in.
func Reject(t T, d *Definition, object Object, code, pathOrPart string, opts ...Option) []Answer {
	t.Helper()
	return expectAll(t, d, object, expectation{errors: []wanted{{code: code, part: pathOrPart}}, others: true}, opts)
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
