package oracle

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	checks "github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// TestStages compares Admit with its stages, called one by one as another server does,
// which has its own registry for what concerns the metadata of all objects, and its own
// field managers.
func TestStages(t *testing.T) {
	cases := parity.Times(parity.Join(corpusRequests(t, parity.Full(20)), generatedRequests(parity.Full(10_000))), 3,
		func(seed uint64, in request) stagedRequest { return stagedRequest{in, crdschema.Operation(seed % 3)} })
	parity.Run(t, "stages", cases, func(c *parity.Check, in stagedRequest) {
		if in.operation != crdschema.Create && in.old == nil || in.operation == crdschema.UpdateStatus && !in.theirs.Status {
			c.Void()
			return
		}
		in.compare(c)
	})
}

type stagedRequest struct {
	request
	operation crdschema.Operation
}

// compare sends a request to Admit and to the stages.
func (in stagedRequest) compare(c *parity.Check) {
	req := crdschema.Request{Operation: in.operation, Version: in.version, Namespace: upstream.Namespace}
	if req.Object = ofVersion(in.object, "7"); in.operation == crdschema.Create {
		req.Object = unversioned(in.object)
	} else {
		req.Old = ofVersion(in.old, "7")
	}
	ctx := context.Background()
	want, err := in.ours.Admit(ctx, req)
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	decoded, err := in.ours.Decode(ctx, req.Object)
	switch {
	case err != nil:
		c.Equal("cause", want.Status() != nil && len(want.Errors) == 0 && strings.HasSuffix(want.Status().Message, err.Error()), true)
	case want.Status() != nil && len(want.Errors) == 0 || unconditional(want.Errors): // which is no stage
		c.Equal("dropped", pathsOf(decoded.Unknown), want.Dropped)
	default:
		in.staged(ctx, req, decoded).compare(c, want)
	}
}

// staged holds what the stages after decoding answer.
type staged struct {
	decoded           crdschema.Decoded
	validated, stored map[string]any
	object            map[string]any
	validation        crdschema.Validation
	warnings          []string
	err               error
	unwritten         error // of a definition that cannot convert
}

// staged runs the stages after decoding, as a server does with a request that it does not
// reject before validation.
func (in stagedRequest) staged(ctx context.Context, req crdschema.Request, decoded crdschema.Decoded) (s staged) {
	v, _ := in.ours.Version(in.version)
	s.decoded = decoded
	s.warnings = append(s.warnings, v.DeprecationWarning())
	s.warnings = append(s.warnings, decoded.Unknown.Texts()...)
	obj, _, err := v.Default(ctx, decoded.Object) // after an admission that changes nothing
	if err != nil {
		s.err = err
		return s
	}
	var old map[string]any
	if req.Old != nil {
		if old, s.err = v.DecodeStored(ctx, req.Old); s.err != nil {
			return s
		}
	}
	obj, warning := generic{v, in.operation}.prepare(obj, old, decoded.Object)
	s.warnings = append(s.warnings, warning)
	switch in.operation {
	case crdschema.Create:
		s.validated = registry.PrepareCreate(v, obj)
		s.validation, s.err = v.ValidateCreate(ctx, s.validated)
	case crdschema.Update:
		s.validated = registry.PrepareUpdate(v, obj, old)
		s.validation, s.err = v.ValidateUpdate(ctx, s.validated, old)
	case crdschema.UpdateStatus:
		s.validated = registry.PrepareStatus(obj, old)
		s.validation, s.err = v.ValidateStatus(ctx, s.validated, old)
	}
	s.warnings = append(s.warnings, s.validation.Warnings.Texts()...)
	if s.err != nil || len(s.validation.Errors) > 0 {
		return s
	}
	if in.operation != crdschema.UpdateStatus {
		s.warnings = append(s.warnings, verdictOf(objectmeta.FinalizerWarnings(ctx, s.validated, old))...)
	}
	if s.stored, s.unwritten = in.ours.EncodeStored(ctx, s.validated); s.unwritten == nil {
		s.object, s.unwritten = v.DecodeStored(ctx, s.stored)
	}
	return s
}

// compare compares the answers of the stages with that of Admit.
func (s staged) compare(c *parity.Check, want crdschema.Result) {
	if s.err != nil {
		c.Fail("failure", s.err.Error(), nil, "")
		return
	}
	c.Equal("decoded", s.decoded.Object, want.Decoded)
	c.Equal("dropped", pathsOf(s.decoded.Unknown), want.Dropped)
	c.Equal("defaulted", s.decoded.Defaulted, want.Defaulted)
	c.Equal("validated", unmanaged(s.validated), unmanaged(want.Validated))
	c.Equal("errors", s.validation.Errors, want.Errors)
	c.Equal("ratcheted", s.validation.Ratcheted, want.Ratcheted)
	c.Equal("cost", s.validation.Cost, want.Cost)
	c.Texts("warnings", sent(s.warnings, want.Warnings), want.Warnings)
	c.Equal("written", s.stored != nil && s.unwritten == nil, want.Object != nil)
	if want.Stored != nil {
		c.Equal("stored", unrevised(s.stored), unrevised(want.Stored))
		c.Equal("object", unrevised(s.object), unrevised(want.Object))
	}
}

// generic does what concerns the metadata of all objects.
type generic struct {
	version   *crdschema.Version
	operation crdschema.Operation
}

// prepare returns obj, which replaces old, for PrepareCreate and its siblings.
func (r generic) prepare(obj, old, decoded map[string]any) (_ map[string]any, warning string) {
	obj, warning, err := objectmeta.DedupOwnerReferences(context.Background(), obj)
	if err != nil {
		panic(err)
	}
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	checks.CheckNamespace(&meta, r.version.Definition().Scope(), upstream.Namespace)
	switch r.operation {
	case crdschema.Create:
		r.merge(&meta, &stored)
		metaedit.PrepareCreate(&meta, metaedit.SystemFields{})
	case crdschema.Update:
		if r.merge(&meta, &stored) && r.version.Subresources().Status {
			managedfields.DisownStatus(&meta, decoded, old, r.version.Definition().Group()+"/"+r.version.Name())
		}
		metaedit.PrepareUpdate(&meta, &stored, false)
	case crdschema.UpdateStatus:
		meta.Set("managedFields", stored.Get("managedFields"))
		if owned := []string{"metadata", "spec", "status"}; !structural.Equal(reduced(obj, owned), reduced(old, owned)) {
			meta.Set("managedFields", []any{map[string]any{
				"manager": "new", "operation": "Update", "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": map[string]any{},
			}})
		}
	}
	return meta.Object(obj), warning
}

// merge updates the managed fields.
func (r generic) merge(meta, old *metaedit.Editor) bool {
	managedfields.Keep(meta, old)
	return meta.Get("managedFields") != nil && managedfields.Merge(meta, old, func(apiVersion string) bool {
		version, ok := strings.CutPrefix(apiVersion, r.version.Definition().Group()+"/")
		return ok && slices.Contains(r.version.Definition().Versions(), version)
	})
}

// unconditional reports whether a server does not go on with an update, because it has no
// resource version.
func unconditional(errs structural.Errors) bool {
	return len(errs) == 1 && errs[0].Code == codes.ResourceVersionRequired && errs[0].Value == int64(0)
}

func pathsOf(errs structural.Errors) (paths []structural.Path) {
	for _, e := range errs {
		paths = append(paths, e.Path)
	}
	return paths
}

// unmanaged returns an object without managed fields, which another server has others of.
func unmanaged(obj map[string]any) map[string]any { return withoutMetadata(obj, "managedFields") }

// unrevised returns an object without managed fields and without what storage drops.
func unrevised(obj map[string]any) map[string]any {
	return withoutMetadata(obj, "managedFields", "resourceVersion", "selfLink")
}

func withoutMetadata(obj map[string]any, fields ...string) map[string]any {
	out := maps.Clone(obj)
	if meta, ok := obj["metadata"].(map[string]any); ok {
		out["metadata"] = reduced(meta, fields)
	}
	return out
}

// reduced returns an object without some of its fields.
func reduced(obj map[string]any, fields []string) map[string]any {
	out := maps.Clone(obj)
	for _, name := range fields {
		delete(out, name)
	}
	return out
}

// sent returns the warnings that a server sends: each once and, if they are longer than
// the server allows, those of limited, which must be among them and may be truncated.
func sent(texts, limited []string) (out []string) {
	length := 0
	for _, text := range texts {
		if text != "" && !slices.Contains(out, text) && !strings.ContainsFunc(text, unicode.IsControl) {
			out = append(out, text)
			length += utf8.RuneCountInString(text)
		}
	}
	const most = 4096
	if length <= most {
		return out
	}
	i := 0
	for _, text := range out {
		if i < len(limited) && strings.HasPrefix(text, limited[i]) {
			i++
		}
	}
	return limited[:i]
}
