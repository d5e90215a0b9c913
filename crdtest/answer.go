package crdtest

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// Answer is a server's answer to a request with one object.
type Answer struct {
	// Result is the whole answer.
	Result crdschema.Result
	// Problems are the reasons of a rejection, in the server's order. They are empty if and
	// only if the server accepts the request.
	Problems []Problem

	source item
}

// String returns the position of the object and "accepted", or "rejected" and the problems, a line each.
func (a Answer) String() string {
	if len(a.Problems) == 0 {
		return a.source.at(context.Background(), nil) + ": accepted"
	}
	lines := append([]string{a.source.at(context.Background(), nil) + ": rejected"}, problemLines(a.Problems)...)
	return strings.Join(lines, "\n\t")
}

// Problem is one reason of a rejection.
type Problem struct {
	// Code is the code of the error (docs/ERRORS.md). For a request that is rejected before or
	// after validation, it is the reason of the Status: "Conflict".
	Code string `json:"code"`
	// Path is the path of the value, "spec.ports[0].name", or "" for the root or for a Status.
	Path string `json:"path,omitempty"`
	// Message is the server's text.
	Message string `json:"message"`
	// Position is the file, line and column of the value, or of the nearest value around it.
	Position string `json:"position"`

	// location is the path in Message. It may stop above the value.
	location string
}

// String returns the problem as compilers print it, with its code at the end.
func (p Problem) String() string {
	return fmt.Sprintf("%s: %s (code %s)", p.Position, p.Message, p.Code)
}

func (a Answer) problems(ctx context.Context) []Problem {
	if a.Result.Accepted() {
		return nil
	}
	var all []Problem
	for _, e := range a.Result.Errors {
		path := ""
		if len(e.Path) > 0 {
			path = e.Path.String()
		}
		all = append(all, Problem{Code: string(e.Code), Path: path, Message: e.Error(), Position: a.source.at(ctx, e.Path), location: e.Location()})
	}
	if status := a.Result.Status(); len(all) == 0 && status != nil {
		all = append(all, Problem{Code: status.Reason, Message: status.Message, Position: a.positionOf(ctx, status.Path)})
	}
	return all
}

// positionOf returns the position of the value that a Status is about: the first unknown or repeated field
// if it is about the decoding.
func (a Answer) positionOf(ctx context.Context, path structural.Path) string {
	if a.Result.Status().Code != http.StatusBadRequest || len(path) > 0 {
		return a.source.at(ctx, path)
	}
	if len(a.source.document.Duplicates) > 0 {
		if positions, err := a.source.positions.of(ctx, a.source.document); err == nil && len(positions.Repeated()) > 0 {
			return fmt.Sprintf("%s:%v", a.source.file, positions.Repeated()[0].Again)
		}
	}
	if len(a.Result.Dropped) > 0 {
		path = a.Result.Dropped[0]
	}
	return a.source.at(ctx, path)
}

// Stored returns the object that the server stores, with its resourceVersion, for the old
// object of a following request. It is an error if the server rejects the request.
func (a Answer) Stored() (Object, error) {
	if a.Result.Stored == nil {
		return Object{}, fmt.Errorf("the server does not store the object")
	}
	it := a.source
	it.object, it.answered = structural.Clone(a.Result.Stored), true
	return stored(it), nil
}
