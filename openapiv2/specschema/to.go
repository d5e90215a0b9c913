package specschema

import (
	"context"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// ToSpec returns s as a schema of kube-openapi with every keyword of s, supported by
// Kubernetes or not. [FromSpec] reads an equal schema from it. The x-kubernetes keywords are
// extensions with plain JSON values. As in published documents, an int-or-string has an
// extension and no type. The nil Schema becomes nil.
//
// The error wraps [structural.Errors] if a $ref is not a URL and does not fit into a
// spec.Schema (reference-invalid), or if a text is not UTF-8 (not-json).
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, Structural.ToKubeOpenAPI. The
// result is equal except for what that function loses.
func ToSpec(ctx context.Context, s *structural.Schema) (*spec.Schema, error) {
	if s == nil {
		return nil, nil
	}
	w := writer{work: work.Start(ctx, "writing a schema")}
	out, m := &spec.Schema{}, s.Map()
	if wrong := jsontext.NotUTF8(w.work, m, nil, structural.MaxDepth); wrong != nil {
		return nil, structural.Errors{wrong}.Err()
	}
	w.schema(out, m)
	if err := w.work.Err(); err != nil {
		return nil, err
	}
	if errs := w.errs.Sorted(); len(errs) > 0 {
		return nil, errs.Err()
	}
	return out, nil
}

const schemaSteps = 32

type writer struct {
	work *work.Tracker
	path structural.Path
	errs errlist.List
}

func (w *writer) schema(out *spec.Schema, m map[string]any) {
	if !w.work.Step(schemaSteps) {
		return
	}
	for _, f := range fields {
		if v, given := m[f.keyword]; given {
			w.path = append(w.path, structural.Field(f.keyword))
			w.set(f.in(out), v)
			w.path = w.path[:len(w.path)-1]
		}
	}
	for name, v := range m {
		if strings.HasPrefix(name, "x-") {
			if out.Extensions == nil {
				out.Extensions = spec.Extensions{}
			}
			out.Extensions[name] = v
		}
	}
}

func (w *writer) set(pointer, v any) {
	switch p := pointer.(type) {
	case *string:
		*p, _ = v.(string)
	case *bool:
		*p, _ = v.(bool)
	case **int64:
		n, _ := v.(int64)
		*p = &n
	case **float64:
		f := float(v)
		*p = &f
	case *any:
		*p = v
	case *[]any:
		*p, _ = v.([]any)
	case *[]string:
		*p = textsOf(v)
	case *spec.StringOrArray:
		*p = spec.StringOrArray{text(v)}
	case *spec.Ref:
		w.reference(p, text(v))
	case **spec.ExternalDocumentation:
		docs, _ := v.(map[string]any)
		*p = &spec.ExternalDocumentation{Description: text(docs["description"]), URL: text(docs["url"])}
	default:
		w.setSchemas(pointer, v)
	}
}

// reference sets a $ref. spec.NewRef would normalize URLs and change some texts.
func (w *writer) reference(out *spec.Ref, ref string) {
	made, err := spec.NewRef(ref)
	if err != nil || made.String() != ref {
		w.errs.Add(w.path, &structural.Error{
			Kind: field.Invalid, Code: codes.ReferenceInvalid, Value: ref, Detail: codes.ReferenceInvalidDetail,
		})
		return
	}
	*out = made
}
