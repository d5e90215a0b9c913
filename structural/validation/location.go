package validation

import (
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// name is the name under which the server's words mention the current value:
// its path from the base, with a dot in front of every field but a declared one
// at the root. It is empty when nobody will read it.
func (r *reporter) name() string {
	if r.found.full() {
		return ""
	}
	var b strings.Builder
	for _, step := range r.steps {
		if step.Kind() == structural.IndexStep {
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(step.Index()))
			b.WriteByte(']')
			continue
		}
		if b.Len() > 0 || step.Kind() == structural.KeyStep {
			b.WriteByte('.')
		}
		b.WriteString(step.Name())
	}
	return b.String()
}

// unnamed tells whether the current value has an empty name, which is how the
// server recognises the root.
func (r *reporter) unnamed() bool {
	for _, step := range r.steps {
		if step != structural.Field("") {
			return false
		}
	}
	return true
}

// location is what the server prints in front of an error for a name.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// kubeOpenAPIResultToFieldErrors.
func (r *reporter) location(name string) string {
	if name == "" || name == "." {
		return r.base.String()
	}
	name = strings.TrimPrefix(name, ".")
	if len(r.base) == 0 {
		return name
	}
	return r.base.String() + "." + name
}
