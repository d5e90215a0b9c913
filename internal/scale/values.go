package scale

import (
	"fmt"
	"maps"
	"math"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Values are the values of a Scale, zero if the object does not have them.
type Values struct {
	Replicas int32 // desired
	Unset    bool  // the object has no desired number
	Current  int32
	Selector string
}

// UnsetReplicas replaces an absent number. The server cannot distinguish it from the same
// number in a request.
const UnsetReplicas = math.MinInt32

// Read returns the values in obj. Numbers that do not fit into 32 bits are truncated. The
// error says that a value, or one on the path to it, has another type.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, scaleFromCustomResource.
func (p *Paths) Read(obj map[string]any) (Values, error) {
	var v Values
	desired, found, wrong := valueAt[int64](obj, p.SpecReplicasPath, "int64")
	if wrong != "" {
		return Values{}, mistyped(p.SpecReplicasPath, wrong)
	}
	v.Replicas, v.Unset = int32(desired), !found
	current, _, wrong := valueAt[int64](obj, p.StatusReplicasPath, "int64")
	if wrong != "" {
		return Values{}, mistyped(p.StatusReplicasPath, wrong)
	}
	v.Current = int32(current)
	if p.LabelSelectorPath != "" {
		if v.Selector, _, wrong = valueAt[string](obj, p.LabelSelectorPath, "string"); wrong != "" {
			return Values{}, mistyped(p.LabelSelectorPath, wrong)
		}
	}
	return v, nil
}

// maxDepth is the maximum depth of a value in an object.
const maxDepth = 10_000

// SetReplicas returns obj with n desired replicas. It makes the objects that are missing on
// the path. The error says that a value on the path is not an object, or that the path has
// more than 10,000 steps.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, SetNestedField.
func (p *Paths) SetReplicas(obj map[string]any, n int32) (map[string]any, error) {
	names := split(p.SpecReplicasPath)
	if len(names) > maxDepth {
		return nil, mistyped(p.SpecReplicasPath, fmt.Sprintf("value cannot be set because it would be nested deeper than %d levels", maxDepth))
	}
	if current, found, _ := valueAt[int64](obj, p.SpecReplicasPath, ""); found && current == int64(n) {
		return obj, nil
	}
	out := cloned(obj)
	m := out
	for i, name := range names[:len(names)-1] {
		v, found := m[name]
		inner, ok := v.(map[string]any)
		if found && !ok {
			return nil, mistyped(p.SpecReplicasPath, codes.ScaleParentDetail(strings.Join(names[:i+1], ".")))
		}
		inner = cloned(inner)
		m[name], m = inner, inner
	}
	m[names[len(names)-1]] = int64(n)
	return out, nil
}

func cloned(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return maps.Clone(m)
}

func mistyped(path, why string) error {
	e := structural.Error{Kind: field.Invalid, Code: codes.ScaleType, Value: field.Omitted, Detail: why}
	for _, name := range split(path) {
		e.Path = append(e.Path, structural.Field(name))
	}
	return field.Verbatim(e)
}
