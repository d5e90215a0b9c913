package selector

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural/field"
)

// ParseLabels parses a label selector: requirements separated by commas, in the notations of
// [Operator]. The empty text selects everything.
//
// Rule: k8s.io/apimachinery/pkg/labels, Parse.
func ParseLabels(text string) (Labels, error) {
	p := parser{scanner: scanner{rest: text}}
	p.advance()
	if err := p.parse(); err != nil {
		return Labels{}, err
	}
	return newLabels(p.requirements), nil
}

type parser struct {
	scanner
	token token
	word  string

	requirements []Requirement
}

func (p *parser) advance() { p.token, p.word = p.next() }

func (p *parser) isName() bool {
	return p.token == tokenWord || p.word == string(In) || p.word == string(NotIn)
}

func (p *parser) found(expected string) error {
	return syntaxError(codes.SelectorFoundDetail(p.word, expected))
}

func syntaxError(detail string) error {
	return field.Verbatim(field.Error{Code: codes.SelectorSyntax, Detail: detail})
}

func (p *parser) parse() error {
	if p.token == tokenEnd {
		return nil
	}
	if !p.startsRequirement() {
		return p.found(codes.SelectorStartExpected)
	}
	for {
		if err := p.requirement(); err != nil {
			return fmt.Errorf("unable to parse requirement: %w", err)
		}
		switch p.token {
		case tokenEnd:
			return nil
		case tokenComma:
			p.advance()
		default:
			return p.found(codes.SelectorEndExpected)
		}
		if !p.startsRequirement() {
			return p.found(codes.SelectorNextExpected)
		}
	}
}

func (p *parser) startsRequirement() bool { return p.isName() || p.token == tokenNot }

func (p *parser) requirement() error {
	r := Requirement{Operator: Exists}
	if p.token == tokenNot {
		r.Operator = DoesNotExist
		p.advance()
	}
	if !p.isName() {
		return p.found(codes.SelectorKeyExpected)
	}
	r.Key = p.word
	var wrong problems
	wrong.checkKey(r.Key, "<nil>", nil)
	if err := wrong.err(); err != nil {
		return err
	}
	p.advance()
	if r.Operator == Exists && p.token != tokenEnd && p.token != tokenComma {
		if err := p.restriction(&r); err != nil {
			return err
		}
	}
	p.requirements = append(p.requirements, r)
	return nil
}

func (p *parser) restriction(r *Requirement) (err error) {
	if p.token != tokenOperator {
		return p.found(codes.SelectorOperatorExpected)
	}
	switch p.word {
	case ">":
		r.Operator = GreaterThan
	case "<":
		r.Operator = LessThan
	default:
		r.Operator = Operator(p.word)
	}
	p.advance()
	if r.Operator == In || r.Operator == NotIn {
		r.Values, err = p.values()
	} else {
		r.Values, err = p.exactValue()
	}
	if err != nil {
		return err
	}
	var wrong problems
	wrong.checkValues(r, valuePaths{})
	return wrong.err()
}

func (p *parser) exactValue() ([]string, error) {
	if p.token == tokenEnd || p.token == tokenComma {
		return []string{""}, nil
	}
	if !p.isName() {
		return nil, p.found(codes.SelectorKeyExpected)
	}
	value := p.word
	p.advance()
	return []string{value}, nil
}

func (p *parser) values() ([]string, error) {
	if p.token != tokenOpen {
		return nil, p.found(codes.SelectorParenthesisExpected)
	}
	p.advance()
	if p.token != tokenClose && p.token != tokenComma && !p.isName() {
		return nil, p.found(codes.SelectorSetExpected)
	}
	var values []string
	for {
		value, err := p.setValue()
		if err != nil {
			return nil, err
		}
		values = append(values, value)
		last := p.token == tokenClose
		p.advance()
		if last {
			slices.Sort(values)
			return slices.Compact(values), nil
		}
	}
}

func (p *parser) setValue() (value string, err error) {
	switch {
	case p.isName():
		value = p.word
		p.advance()
		if p.token != tokenComma && p.token != tokenClose {
			return "", p.found(codes.SelectorSetEndExpected)
		}
	case p.token != tokenComma && p.token != tokenClose:
		return "", p.found(codes.SelectorSetValueExpected)
	}
	return value, nil
}
