package decode

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// PatchType is a media type of patches.
type PatchType uint8

const (
	// JSONPatch is application/json-patch+json.
	JSONPatch PatchType = iota
	// MergePatch is application/merge-patch+json.
	MergePatch
	// ApplyPatch is application/apply-patch+yaml.
	ApplyPatch
	// StrategicMergePatch is application/strategic-merge-patch+json.
	StrategicMergePatch
)

// PatchTypeOf returns the type of a patch with a Content-Type header. ok is false if the
// server does not patch custom resources with it. Case and space around the type matter.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, PatchResource.
func PatchTypeOf(contentType string) (t PatchType, ok bool) {
	t, ok = CRDPatchTypeOf(contentType)
	return t, ok && t != StrategicMergePatch
}

// CRDPatchTypeOf returns the type of a patch as [PatchTypeOf] does, for CRDs.
//
// Rule: k8s.io/apiserver/pkg/endpoints, APIInstaller.registerResourceHandlers.
func CRDPatchTypeOf(contentType string) (t PatchType, ok bool) {
	if i := strings.IndexByte(contentType, ';'); i > 0 {
		contentType = contentType[:i]
	}
	switch contentType {
	case "application/json-patch+json":
		return JSONPatch, true
	case "application/merge-patch+json":
		return MergePatch, true
	case "application/apply-patch+yaml":
		return ApplyPatch, true
	case "application/strategic-merge-patch+json":
		return StrategicMergePatch, true
	default:
		return 0, false
	}
}

// RoutesCRDPatch reports whether a Content-Type header has a type of [CRDPatchTypeOf] in a
// list of media types: the server routes such a request to its handler of patches.
//
// Rule: github.com/emicklei/go-restful/v3, Route.matchesContentType.
func RoutesCRDPatch(contentType string) bool {
	for mediaType := range strings.SplitSeq(contentType, ",") {
		mediaType, _, _ = strings.Cut(mediaType, ";")
		if _, ok := CRDPatchTypeOf(strings.Trim(mediaType, " ")); ok {
			return true
		}
	}
	return false
}

var operationTexts = []string{"op", "path", "from"}

// JSONPatchFields returns the server's errors about unknown and repeated fields in a JSON
// patch, a valid JSON text. The error is the server's about a value of a wrong type, or a
// [Failure].
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, jsonPatcher.applyJSPatch; sigs.k8s.io/
// json, UnmarshalStrict.
func JSONPatchFields(ctx context.Context, text []byte) (problems []string, err error) {
	r := patchReader{valueReader{jsonReader: newJSONReader(work.Start(ctx, stage), text), field: "jsonPatchOp.value"}}
	if r.Peek() == '[' {
		r.operations()
	} else {
		r.wrong("[]handlers.jsonPatchOp")
	}
	for i, problem := range r.duplicates.found {
		r.duplicates.found[i] = "json patch " + problem
	}
	return r.duplicates.found, cmp.Or(r.work.Err(), r.err)
}

// MergePatchFields returns the errors of a merge patch, as [JSONPatchFields] does.
func MergePatchFields(ctx context.Context, text []byte) (problems []string, err error) {
	r := patchReader{valueReader{jsonReader: newJSONReader(work.Start(ctx, stage), text)}}
	if r.Peek() == '{' {
		r.value()
	} else {
		r.wrong("map[string]interface {}")
	}
	return r.duplicates.found, cmp.Or(r.work.Err(), r.err)
}

type patchReader struct{ valueReader }

func (r *patchReader) operations() {
	r.Open()
	for i := 0; r.more(); i++ {
		r.path = append(r.path[:0], field.Index(i))
		if r.Peek() == '{' {
			r.operation()
		} else {
			r.wrong("handlers.jsonPatchOp")
		}
	}
}

func (r *patchReader) operation() {
	var room [4]string
	seen := room[:0]
	for r.Open(); r.more(); {
		name := r.name()
		r.path = append(r.path[:1], field.Field(name))
		known := name == "value" || slices.Contains(operationTexts, name)
		switch {
		case !known:
			r.duplicates.add(unknownField, r.path)
		case slices.Contains(seen, name):
			r.duplicates.add(duplicateField, r.path)
		default:
			seen = append(seen, name)
		}
		r.fieldValue(name, known)
	}
}

func (r *patchReader) fieldValue(name string, known bool) {
	switch {
	case !known:
		r.node()
	case name == "value":
		r.value()
	default:
		from := r.Offset()
		if n := r.node(); n.Type != String && n.Type != Null {
			r.check(from, errors.New(gotype.WrongFieldType(n.Type.String(), "jsonPatchOp."+name, "string")))
		}
	}
}

// wrong reads a value. Unless it is null, its type is an error.
func (r *patchReader) wrong(goType string) {
	from := r.Offset()
	if n := r.node(); n.Type != Null {
		r.check(from, errors.New(gotype.WrongType(n.Type.String(), goType)))
	}
}
