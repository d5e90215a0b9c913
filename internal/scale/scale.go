// Package scale checks the values that a definition with a scale subresource
// names: the replicas in spec and status, and the label selector.
//
// They are looked up by the dotted paths of the definition, in which a server
// sees nothing but names between dots, whatever else is written there. A value
// that is absent is fine. Nothing is written to; all functions are safe for
// concurrent use.
package scale

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// Paths are the paths of a scale subresource as the definition has them, with a
// leading dot. An empty Selector is none.
type Paths struct{ SpecReplicas, StatusReplicas, Selector string }

// ValidateSpec is what is wrong with the wanted replicas of obj: they must be an
// int64 from 0 to 2147483647.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// ValidateScaleSpec.
func (p *Paths) ValidateSpec(obj map[string]any) structural.Errors {
	if p == nil {
		return nil
	}
	return replicas(obj, p.SpecReplicas)
}

// ValidateStatus is what is wrong with the actual replicas of obj, for which
// the same holds, and with its label selector, which must be a string.
//
// Rule: the same package, ValidateScaleStatus.
func (p *Paths) ValidateStatus(obj map[string]any) structural.Errors {
	if p == nil {
		return nil
	}
	errs := replicas(obj, p.StatusReplicas)
	if p.Selector == "" {
		return errs
	}
	if _, err := value[string](obj, p.Selector, "string"); err != nil {
		errs = append(errs, invalid(p.Selector, "", err.Error()))
	}
	return errs
}

func replicas(obj map[string]any, path string) structural.Errors {
	n, err := value[int64](obj, path, "int64")
	switch {
	case err != nil:
		return structural.Errors{invalid(path, int64(0), err.Error())}
	case n < 0:
		return structural.Errors{invalid(path, n, "should be a non-negative integer")}
	case n > math.MaxInt32:
		return structural.Errors{invalid(path, n, fmt.Sprintf("should be less than or equal to %d", math.MaxInt32))}
	}
	return nil
}

// value is what stands at a path, the zero value if nothing does.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, NestedInt64 and
// NestedString.
func value[T any](obj map[string]any, path, want string) (T, error) {
	var none T
	var v any = obj
	names := strings.Split(strings.TrimPrefix(path, "."), ".")
	for i, name := range names {
		if v == nil {
			return none, nil
		}
		m, ok := v.(map[string]any)
		if !ok {
			return none, mistyped(names[:i+1], v, "map[string]interface{}")
		}
		if v, ok = m[name]; !ok {
			return none, nil
		}
	}
	if out, ok := v.(T); ok {
		return out, nil
	}
	return none, mistyped(names, v, want)
}

func mistyped(names []string, v any, want string) error {
	return fmt.Errorf(".%s accessor error: %v is of the type %T, expected %s", strings.Join(names, "."), v, v, want)
}

// invalid prints the path as one name, leading dot included.
func invalid(path string, v any, detail string) *structural.Error {
	e := structural.Error{Kind: structural.Invalid, Value: v, Detail: detail}
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "."), ".") {
		e.Path = append(e.Path, structural.Field(name))
	}
	return field.PrintedAt(e, path)
}
