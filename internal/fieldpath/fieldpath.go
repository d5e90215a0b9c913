// Package fieldpath parses the paths that lead from a value to a field below it: the fieldPath
// of a validation rule (".spec.replicas", ".labels['app.kind']") and the jsonPath of a
// selectable field.
//
// A path is a sequence of .name and ['name']. Both name a property if the schema has
// properties, and a key if it has additionalProperties instead. A first name without a dot, an
// index and double quotes are errors. In quotes these escapes are allowed: \\ \' \a \b \f \n
// \r \t \v. A quote after a backslash does not end a name, even if the backslash is escaped.
// As in the server, a name of 64 KiB or more ends the path.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, ValidFieldPath.
package fieldpath

import (
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
)

// Notation is the syntax of a path.
type Notation uint8

const (
	// DotsAndBrackets allows .name and ['name'], for rules.
	DotsAndBrackets Notation = iota
	// Dots allows only .name, for selectable fields.
	Dots
)

var (
	errEnd     = errors.New("unexpected end of JSON path")
	errField   = errors.New("does not refer to a valid field")
	errBracket = errors.New("array notation is not allowed")
)

// Resolve returns the path, with fields for properties and keys for additionalProperties, and
// the schema at its end, or nil below additionalProperties: true. The empty path leads to s.
//
// The server prints the error only for selectable fields. A path that continues below
// additionalProperties: true is an error.
func Resolve(path string, s *structural.Schema, notation Notation) (structural.Path, *structural.Schema, error) {
	r := resolver{pathScanner: pathScanner{rest: path}, schema: s, steps: structural.Path{}}
	for {
		token, ok := r.next()
		if !ok {
			return r.steps, r.schema, nil
		}
		var err error
		switch {
		case token == "[" && notation == Dots:
			err = errBracket
		case token == "[":
			err = r.bracket()
		case token == ".":
			err = r.dot()
		default:
			err = fmt.Errorf("expected [ or . but got: %s", token)
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

type resolver struct {
	pathScanner
	schema *structural.Schema
	steps  structural.Path
}

func (r *resolver) bracket() error {
	token, ok := r.next()
	if !ok {
		return errEnd
	}
	if len(token) < 2 || token[0] != '\'' || token[len(token)-1] != '\'' {
		return fmt.Errorf("expected single quoted string but got %s", token)
	}
	name, err := unquote(token[1 : len(token)-1])
	if err != nil {
		return fmt.Errorf("invalid string literal: %w", err)
	}
	if err := r.enter(name); err != nil {
		return err
	}
	switch token, ok = r.next(); {
	case !ok:
		return errEnd
	case token != "]":
		return fmt.Errorf("expected ] but got %s", token)
	}
	return nil
}

func (r *resolver) dot() error {
	name, ok := r.next()
	if !ok {
		return errEnd
	}
	return r.enter(name)
}

func (r *resolver) enter(name string) error {
	switch s := r.schema; {
	case s.NumProperties() > 0:
		if r.schema = s.Property(name); r.schema == nil {
			return errField
		}
		r.steps = append(r.steps, structural.Field(name))
	case s.AllowsAdditional() || s.DeniesAdditional():
		r.schema = s.AdditionalProperties()
		r.steps = append(r.steps, structural.Key(name))
	default:
		return errField
	}
	return nil
}
