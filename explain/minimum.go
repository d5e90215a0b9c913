package explain

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Minimum is the oldest Kubernetes version that accepts a CRD.
type Minimum struct {
	// Version is the minor version: "1.34". Versions older than "1.30" count as that.
	Version string `json:"version"`
	// Reasons are the errors of older versions, the newest versions first, then in the order
	// of the errors of a server.
	Reasons []Reason `json:"reasons,omitempty"`
	// Unchecked are the formats that older versions ignore: they accept the CRD, and every
	// value of the format.
	Unchecked []Reason `json:"unchecked,omitempty"`
}

// Reason is a difference between a version and the next one.
type Reason struct {
	// Since is the first minor version without the error, or the first that checks the
	// format. The reason is one against all versions before.
	Since string `json:"since"`
	// Path is the path of the expression, or of the format, in the CRD.
	Path structural.Path `json:"path"`
	// Text is the error of the version before, without its path, or the name of the format.
	Text string `json:"text"`
}

// MinimumVersion returns the oldest version that accepts a new CRD, with the reasons against
// older ones. New expressions may use only the functions, macros and syntax of the version
// before the server's: a function of Kubernetes 1.34 needs a server of 1.35.
//
// Errors that the newest version reports, too, are not reasons. They may hide some: a server
// compiles rules only if the schema is valid otherwise.
//
// The error is about the context or the budget, or says that crd is not a JSON value.
func MinimumVersion(ctx context.Context, crd map[string]any) (Minimum, error) {
	formats, err := formatsOf(ctx, crd)
	if err != nil {
		return Minimum{}, err
	}
	later, err := errorsAt(ctx, crd, kubeversion.Newest)
	if err != nil {
		return Minimum{}, err
	}
	out := Minimum{Version: kubeversion.Name(kubeversion.Oldest)}
	for minor := kubeversion.Newest - 1; minor >= kubeversion.Oldest; minor-- {
		errs, err := errorsAt(ctx, crd, minor)
		if err != nil {
			return Minimum{}, err
		}
		added := without(errs, later)
		if len(out.Reasons) == 0 && len(added) > 0 {
			out.Version = kubeversion.Name(minor + 1)
		}
		for _, e := range added {
			out.Reasons = append(out.Reasons, Reason{kubeversion.Name(minor + 1), e.Path, e.Detail})
		}
		out.Unchecked = append(out.Unchecked, unchecked(minor, formats)...)
		later = errs
	}
	return out, nil
}

// without returns the errors that others do not contain.
func without(errs, others structural.Errors) (out structural.Errors) {
	key := func(e *structural.Error) string { return e.Path.String() + "\x00" + e.Detail }
	known := map[string]bool{}
	for _, e := range others {
		known[key(e)] = true
	}
	for _, e := range errs {
		if !known[key(e)] {
			out = append(out, e)
		}
	}
	return out
}

func errorsAt(ctx context.Context, crd map[string]any, minor int) (structural.Errors, error) {
	result, err := crdschema.ValidateCRD(ctx, crd, nil, crdschema.WithKubernetesVersion(kubeversion.Name(minor)))
	return result.Errors, err
}

// usedFormat is a format of a schema, with the type beside it.
type usedFormat struct {
	path             structural.Path
	schemaType, name string
}

// ignoredBy reports whether a server of a minor version ignores a format: it judges formats by the
// version before its own.
func (f usedFormat) ignoredBy(minor int) bool {
	return !format.Recognized(f.schemaType, f.name, minor-1)
}

// unchecked returns the formats that a server of a minor version ignores, and the next one checks.
func unchecked(minor int, formats []usedFormat) (out []Reason) {
	for _, f := range formats {
		if f.ignoredBy(minor) && !f.ignoredBy(minor+1) {
			out = append(out, Reason{kubeversion.Name(minor + 1), f.path, f.name})
		}
	}
	return out
}

// formatsOf returns the formats in the schemas of all versions.
func formatsOf(ctx context.Context, crd map[string]any) (out []usedFormat, err error) {
	w := work.Start(ctx, "looking for formats")
	normal, err := structural.Normalize(crd)
	if err != nil {
		return nil, err
	}
	object, _ := normal.(map[string]any)
	spec, _ := object["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	for i, v := range versions {
		version, _ := v.(map[string]any)
		schema, _ := version["schema"].(map[string]any)
		root := structural.Path{structural.Field("spec"), structural.Field("versions"), structural.Index(i), structural.Field("schema")}
		out = appendFormats(w, out, root, schema)
	}
	return out, w.Err()
}

// appendFormats appends the formats of the schemas in a value: under openAPIV3Schema, items,
// additionalProperties, allOf, anyOf, oneOf and not, and under each property. Only the path of a
// format is copied.
func appendFormats(w *work.Tracker, out []usedFormat, path structural.Path, schema map[string]any) []usedFormat {
	if !w.Step(1 + len(schema)) {
		return out
	}
	if name, _ := schema["format"].(string); name != "" && w.Step(len(path)) {
		schemaType, _ := schema["type"].(string)
		out = append(out, usedFormat{path.Append(structural.Field("format")), schemaType, name})
	}
	for _, keyword := range []string{"openAPIV3Schema", "items", "additionalProperties", "not"} {
		if below, ok := schema[keyword].(map[string]any); ok {
			out = appendFormats(w, out, append(path, structural.Field(keyword)), below)
		}
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		list, _ := schema[keyword].([]any)
		for i, v := range list {
			below, _ := v.(map[string]any)
			out = appendFormats(w, out, append(path, structural.Field(keyword), structural.Index(i)), below)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		below, _ := properties[name].(map[string]any)
		out = appendFormats(w, out, append(path, structural.Field("properties"), structural.Key(name)), below)
	}
	return out
}

// String returns the version, the reasons, and the formats that older versions ignore.
func (m Minimum) String() string {
	var b strings.Builder
	b.WriteString(m.Version + "\n")
	for _, r := range m.Reasons {
		b.WriteString(r.String() + "\n")
	}
	for _, r := range m.Unchecked {
		b.WriteString("format checked " + r.String() + "\n")
	}
	return b.String()
}

// String returns the version, the path and the text.
func (r Reason) String() string { return "since " + r.Since + ": " + r.Path.String() + ": " + r.Text }
