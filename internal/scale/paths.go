// Package scale reads, checks and sets the values of a scale subresource: the replicas in
// spec and status, and the label selector. [Scale] is the Scale of an object, and [Read]
// reads one.
//
// The CRD has the paths of the values. The server splits them at dots and does not parse them
// further: an index is part of a name. No function writes to its arguments; results share
// values with them.
package scale

import (
	"math"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Paths are the paths of a scale subresource as in the CRD, with a leading dot.
// LabelSelectorPath may be empty.
type Paths struct{ SpecReplicasPath, StatusReplicasPath, LabelSelectorPath string }

// ValidateSpec checks that the number of desired replicas is an integer from 0 to 2147483647.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, ValidateScaleSpec.
func (p *Paths) ValidateSpec(obj map[string]any) structural.Errors {
	if p == nil {
		return nil
	}
	return replicas(obj, p.SpecReplicasPath)
}

// ValidateStatus makes the same check of the number of actual replicas, and checks that the
// label selector is a string.
//
// Rule: the same package, ValidateScaleStatus.
func (p *Paths) ValidateStatus(obj map[string]any) structural.Errors {
	if p == nil {
		return nil
	}
	errs := replicas(obj, p.StatusReplicasPath)
	if p.LabelSelectorPath == "" {
		return errs
	}
	if _, _, wrong := valueAt[string](obj, p.LabelSelectorPath, "string"); wrong != "" {
		errs = append(errs, invalid(codes.ScaleType, p.LabelSelectorPath, "", wrong))
	}
	return errs
}

func replicas(obj map[string]any, path string) structural.Errors {
	n, _, wrong := valueAt[int64](obj, path, "int64")
	switch {
	case wrong != "":
		e := invalid(codes.ScaleType, path, int64(0), wrong)
		if f, _, other := valueAt[float64](obj, path, ""); other == "" {
			e.Remark = jsontext.RemarkOn(f)
		}
		return structural.Errors{e}
	case n < 0:
		return structural.Errors{invalid(codes.ReplicasRange, path, n, codes.ReplicasNegativeDetail)}
	case n > math.MaxInt32:
		return structural.Errors{invalid(codes.ReplicasRange, path, n, codes.ReplicasMaximumDetail())}
	}
	return nil
}

// valueAt returns the value at a path. wrong is the detail of an error if the value, or one on
// the path, has another type.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, NestedInt64 and NestedString.
func valueAt[T any](obj map[string]any, path, want string) (value T, found bool, wrong string) {
	var v any = obj
	names := split(path)
	for i, name := range names {
		if v == nil {
			return value, false, ""
		}
		m, ok := v.(map[string]any)
		if !ok {
			return value, false, codes.ScaleTypeDetail(strings.Join(names[:i+1], "."), v, "map[string]interface{}")
		}
		if v, ok = m[name]; !ok {
			return value, false, ""
		}
	}
	if out, ok := v.(T); ok {
		return out, true, ""
	}
	return value, false, codes.ScaleTypeDetail(strings.Join(names, "."), v, want)
}

func split(path string) []string { return strings.Split(strings.TrimPrefix(path, "."), ".") }

// invalid prints the path as one name, with its leading dot.
func invalid(code codes.Code, path string, v any, detail string) *structural.Error {
	e := structural.Error{Kind: field.Invalid, Code: code, Value: v, Detail: detail}
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "."), ".") {
		e.Path = append(e.Path, structural.Field(name))
	}
	return field.PrintedAt(e, path)
}
