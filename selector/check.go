package selector

import (
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/structural/field"
)

type problems struct {
	bound errlist.Bound
	errs  field.Errors
}

func (p *problems) add(e field.Error, n int, location ...string) {
	for _, part := range location {
		n += len(part)
	}
	if p.bound.Fits(n + len(e.Detail)) {
		p.errs = append(p.errs, field.PrintedAt(e, strings.Join(location, "")))
	}
}

func (p *problems) err() error {
	if note := p.bound.Note(); note != nil {
		p.errs = append(p.errs, note)
	}
	if len(p.errs) == 0 {
		return nil
	}
	return &requirementError{p.errs}
}

type requirementError struct{ errs field.Errors }

func (e *requirementError) Error() string { return valuetext.Aggregate(e.errs.Texts()) }
func (e *requirementError) Unwrap() error { return e.errs.Err() }

func (p *problems) checkKey(key, location string, path field.Path) {
	if wrong := names.QualifiedName(key); len(wrong) > 0 {
		p.add(field.Error{Code: codes.SelectorKey, Path: path, Value: key, Detail: strings.Join(wrong, "; ")}, len(key), location)
	}
}

// valuePaths are the paths of the values of a requirement, empty in a text.
type valuePaths struct {
	path   field.Path // of all values
	isList bool       // has an element for each value
}

func (p valuePaths) of(i int) field.Path {
	if !p.isList {
		return p.path
	}
	return p.path.Append(field.Index(i))
}

func (p *problems) checkValues(r *Requirement, at valuePaths) {
	switch r.Operator {
	case In, NotIn:
		if len(r.Values) == 0 {
			p.addValues(r, codes.SelectorValuesMissingDetail, at)
		}
	case Exists, DoesNotExist:
		if len(r.Values) > 0 {
			p.addValues(r, codes.SelectorValuesExtraDetail, at)
		}
	case GreaterThan, LessThan:
		if _, err := strconv.ParseInt(r.Values[0], 10, 64); err != nil {
			p.addValue(r, 0, codes.SelectorIntegerDetail, at)
		}
	}
	for i, value := range r.Values {
		if wrong := names.LabelValue(value); len(wrong) > 0 {
			p.addValue(r, i, strings.Join(wrong, "; "), at, "[", r.Key, "]")
		}
	}
}

func (p *problems) addValues(r *Requirement, detail string, at valuePaths) {
	var list any
	if len(r.Values) > 0 {
		list = jsontext.Strings(r.Values)
	}
	p.add(field.Error{Code: codes.SelectorValues, Path: at.path, Value: list, Detail: detail}, 0, "values")
}

func (p *problems) addValue(r *Requirement, i int, detail string, at valuePaths, key ...string) {
	e := field.Error{Code: codes.SelectorValue, Path: at.of(i), Value: r.Values[i], Detail: detail}
	p.add(e, len(r.Values[i]), append([]string{"values[", strconv.Itoa(i), "]"}, key...)...)
}
