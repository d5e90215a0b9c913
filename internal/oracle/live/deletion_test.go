package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed95800270/crdschema"
	jsondecode "github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/spoil"
)

// deletionCase is a series of requests that delete or update one object.
type deletionCase struct {
	writtenKind
	Before map[string]any // created first
	Name   string         // of Before
	Steps  []deletionStep
}

// deletionStep is one request.
type deletionStep struct {
	Version string
	Missing bool // deletes an object that is not stored
	Options map[string]any
	Body    *spoil.Body // options as text; nil for those in the query
	Update  bool        // updates the object instead
	Edit    string      // how the update changes the finalizers
	DryRun  bool        // of the update
}

// TestDeletion compares requests to delete objects, and updates of those that are being
// deleted, with the running server: whole answers, and what is in storage afterwards.
func TestDeletion(t *testing.T) {
	kinds := writtenKinds(t, "d", max(2, parity.Full(4_500)/writesPerKind))
	parity.Run(t, "deletion", parity.Generated(len(kinds)*writesPerKind, func(seed uint64) deletionCase {
		return deletionFor(kinds[seed%uint64(len(kinds))], seed)
	}), compareDeletion)
}

var deletionFinalizers = [][]any{
	nil, {"example.com/a"}, {"example.com/a", "example.com/b"}, {"orphan"}, {"foregroundDeletion"},
	{"orphan", "example.com/a"}, {"example.com/a", "foregroundDeletion", "example.com/a"},
}

func deletionFor(k writtenKind, seed uint64) deletionCase {
	r := parity.Rand(seed)
	version := func() string { return []string{"v1", "v2"}[r.IntN(2)] }
	x := deletionCase{writtenKind: k, Before: k.object(seed, version(), "x")}
	meta := x.Before["metadata"].(map[string]any)
	if r.IntN(4) > 0 { // most can be read
		delete(meta, "annotations")
	}
	if f := deletionFinalizers[r.IntN(len(deletionFinalizers))]; f != nil {
		meta["finalizers"] = f
	}
	for range 1 + r.IntN(5) {
		s := deletionStep{Version: version()}
		if s.Update = r.IntN(3) == 0; s.Update {
			s.Edit, s.DryRun = []string{"none", "last", "all", "more", "same"}[r.IntN(5)], r.IntN(4) == 0
		} else {
			s.Options, s.Missing = deletionOptions(r.IntN), r.IntN(15) == 0
			if r.IntN(3) > 0 {
				body := optionsBody(r.IntN, seed, s.Options)
				s.Body = &body
			}
		}
		x.Steps = append(x.Steps, s)
	}
	return x
}

// deletionOptions returns options, of which most are right. The preconditions "uid" and
// "version" are replaced by those of the stored object.
func deletionOptions(n func(int) int) map[string]any {
	out := map[string]any{}
	maybe := func(in int, name string, values ...any) {
		if n(in) == 0 {
			out[name] = values[n(len(values))]
		}
	}
	maybe(2, "propagationPolicy", "Orphan", "Foreground", "Background", "Orphan", "Foreground", "Background", "orphan", "<&\u00e9>", "")
	maybe(6, "orphanDependents", true, false)
	maybe(4, "gracePeriodSeconds", int64(0), int64(-1), int64(30), int64(-9223372036854775808))
	maybe(5, "dryRun", []any{"All"}, []any{"All", "All"}, []any{"All", "None"}, []any{""}, []any{})
	if n(4) == 0 {
		p := map[string]any{}
		if n(2) == 0 {
			p["uid"] = []any{"uid", "uid", "another", ""}[n(4)]
		}
		if n(2) == 0 {
			p["resourceVersion"] = []any{"version", "version", "1", ""}[n(4)]
		}
		out["preconditions"] = p
	}
	maybe(10, "ignoreStoreReadErrorWithClusterBreakingPotential", true, true, false)
	if n(8) == 0 {
		out = map[string]any{"ignoreStoreReadErrorWithClusterBreakingPotential": true}
	}
	return out
}

// optionsBody returns options as a text.
func optionsBody(n func(int) int, seed uint64, options map[string]any) spoil.Body {
	obj := maps.Clone(options)
	if n(2) == 0 {
		obj["kind"] = []any{"DeleteOptions", "DeleteOptions", "DeleteOptions", "CreateOptions", "Status", "ListOptions", "Table", "CronTab"}[n(8)]
		obj["apiVersion"] = []any{"v1", "meta.k8s.io/v1", "meta.k8s.io/v1beta1", "example.com/v7", "meta.k8s.io/__internal", "x/"}[n(6)]
	}
	if n(3) > 0 {
		text, err := json.Marshal(obj)
		if err != nil {
			panic(err)
		}
		return spoil.Body{Text: string(text), ContentType: []string{"text/plain", "", "application/yaml; x=y", "application/json"}[min(n(30), 3)]}
	}
	return spoil.Object(seed, obj)
}

// deletionState is what is stored while a case runs.
type deletionState struct {
	stored   map[string]any // as in etcd; nil without one
	revision uint64
	current  map[string]any // as the server last returned it
}

// deletions counts the objects, which get names of their own when a case is repeated.
var deletions atomic.Int64

func compareDeletion(c *parity.Check, x deletionCase) {
	x.Name = fmt.Sprint("x", deletions.Add(1))
	x.Before = withName(x.Before, x.Name)
	resource := x.server.Resource(x.manifest, path.Base(x.Before["apiVersion"].(string)))
	created := resource.Create(x.Before)
	state := deletionState{current: created.Body}
	if !state.read(c, x) {
		return
	}
	if state.stored == nil { // invalid, or it cannot be converted
		c.Void()
		return
	}
	for i, s := range x.Steps {
		if state.stored == nil && !s.Missing {
			return
		}
		label := fmt.Sprint("step ", i, " ")
		if s.Update {
			x.compareUpdate(c, label, s, &state)
		} else {
			x.compareDelete(c, label, s, &state)
		}
	}
}

// read sets what is in storage.
func (s *deletionState) read(c *parity.Check, x deletionCase) bool {
	var err error
	s.stored, s.revision, err = x.server.StoredAt(x.manifest, "default", x.Name)
	if err != nil {
		c.Fail("etcd", nil, nil, "%v", err)
	}
	return err == nil
}

// old returns the stored object with its resource version.
func (s *deletionState) old() map[string]any {
	return withVersion(s.stored, fmt.Sprint(s.revision))
}

// wrote reads what is in storage after a request, and returns the revision for our side:
// one that a write has, or would have had.
func (s *deletionState) wrote(c *parity.Check, x deletionCase) (uint64, bool) {
	before := s.revision
	ok := s.read(c, x)
	if s.revision == before {
		return before + 1, ok
	}
	return s.revision, ok
}

func (x deletionCase) compareDelete(c *parity.Check, label string, s deletionStep, state *deletionState) {
	req := crdschema.DeleteRequest{Name: x.Name, Version: s.Version, StoragePrefix: live.StoragePrefix, Now: time.Now()}
	if s.Missing {
		req.Name = "missing"
	} else {
		req.Old = state.old()
	}
	theirs := x.sendDelete(&req, s, state)
	meta, _ := theirs.Body["metadata"].(map[string]any)
	if at, err := time.Parse(time.RFC3339, text(meta, "deletionTimestamp")); err == nil {
		req.Now = at
	}
	revision, ok := state.wrote(c, x)
	if !ok {
		return
	}
	req.Revision = revision
	ours, err := x.ours.Delete(context.Background(), req)
	if err != nil {
		c.Fail(label+"verdict", nil, nil, "%v", err)
		return
	}
	if rejection := ours.Status(); rejection != nil {
		c.Equal(label+"rejection", rejection.Object(), theirs.Body, parity.Row("D51", func() any { return x.sendOnlyKind(s, state).Body }))
		return
	}
	c.Equal(label+"code", int64(ours.Code), int64(theirs.Code))
	c.Equal(label+"answer", written(ours.Object), theirs.Body)
	if !ours.DryRun {
		state.compare(c, label, ours.Gone, ours.Stored)
		if !ours.Gone {
			state.current = theirs.Body
		}
	}
}

// compare compares what is in storage after a request.
func (s *deletionState) compare(c *parity.Check, label string, gone bool, stored map[string]any) {
	c.Equal(label+"gone", gone, s.stored == nil)
	if !gone && s.stored != nil {
		c.Equal(label+"stored", unversioned(written(stored)), unversioned(s.stored))
	}
}

// sendDelete sends the request and sets the options of req.
func (x deletionCase) sendDelete(req *crdschema.DeleteRequest, s deletionStep, state *deletionState) live.Answer {
	resource := x.server.Resource(x.manifest, s.Version)
	if s.Body != nil {
		req.Body, req.ContentType = []byte(state.filled(s.Body.Text)), s.Body.ContentType
		query := "propagationPolicy=Nonsense"
		if len(req.Body) == 0 { // only then the query is read
			query = ""
		}
		return resource.DeleteText(req.Name, query, req.ContentType, req.Body)
	}
	raw, err := json.Marshal(s.Options)
	if err != nil {
		panic(err)
	}
	if req.Options, err = corpus.DecodeJSON([]byte(state.filled(string(raw)))); err != nil {
		panic(err)
	}
	if p, ok := req.Options["preconditions"].(map[string]any); ok { // the query has no empty ones
		maps.DeleteFunc(p, func(_ string, v any) bool { return v == "" })
		if len(p) == 0 {
			delete(req.Options, "preconditions")
		}
	}
	return resource.DeleteText(req.Name, queryOf(req.Options), "", nil)
}

// sendOnlyKind sends a request with a body of another kind than the expected one, without
// its other fields.
func (x deletionCase) sendOnlyKind(s deletionStep, state *deletionState) live.Answer {
	if s.Body == nil {
		return live.Answer{}
	}
	media, _ := jsondecode.MediaTypeOf(s.Body.ContentType)
	if read, err := jsondecode.ReadBody(context.Background(), []byte(s.Body.Text), media); err == nil {
		if named, err := gotype.ReadTypeMetaText(read.JSON); err == nil {
			s.Body = &spoil.Body{Text: fmt.Sprintf(`{"kind":%q,"apiVersion":%q}`, named.Kind, named.GroupVersion)}
		}
	}
	return x.sendDelete(&crdschema.DeleteRequest{Name: x.Name}, s, state)
}

// filled returns a text with the values of the stored object.
func (s *deletionState) filled(text string) string {
	meta, _ := s.stored["metadata"].(map[string]any)
	uid, _ := meta["uid"].(string)
	text = strings.ReplaceAll(text, `"uid":"uid"`, fmt.Sprintf(`"uid":%q`, uid))
	return strings.ReplaceAll(text, `"resourceVersion":"version"`, fmt.Sprintf(`"resourceVersion":"%d"`, s.revision))
}

// queryOf returns options as the query of a URL.
func queryOf(options map[string]any) string {
	out := url.Values{}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		switch v := options[name].(type) {
		case map[string]any:
			for name, v := range v {
				out.Set(name, fmt.Sprint(v))
			}
		case []any:
			for _, v := range v {
				out.Add(name, fmt.Sprint(v))
			}
		default:
			out.Set(name, fmt.Sprint(v))
		}
	}
	return out.Encode()
}

func (x deletionCase) compareUpdate(c *parity.Check, label string, s deletionStep, state *deletionState) {
	if state.current == nil || state.current["kind"] == "Status" {
		return
	}
	obj := maps.Clone(state.current)
	obj["apiVersion"] = x.ours.Group() + "/" + s.Version
	obj["metadata"] = edited(withVersion(obj, fmt.Sprint(state.revision))["metadata"].(map[string]any), s.Edit)
	req := crdschema.Request{Object: obj, Old: state.old(), Operation: crdschema.Update, Version: s.Version, Namespace: "default", Name: x.Name,
		FieldValidation: crdschema.Ignore, StoragePrefix: live.StoragePrefix, DryRun: s.DryRun}
	query := "fieldValidation=Ignore"
	if s.DryRun {
		query += "&dryRun=All"
	}
	managed := managersOf(state.stored)
	theirs := x.server.Resource(x.manifest, s.Version).UpdateWith(obj, query)
	revision, ok := state.wrote(c, x)
	if !ok {
		return
	}
	req.Revision = revision
	ours, err := x.ours.Admit(context.Background(), req)
	if err != nil {
		c.Fail(label+"verdict", nil, nil, "%v", err)
		return
	}
	if rejection := ours.Status(); rejection != nil {
		if rejection.Code == http.StatusUnprocessableEntity { // compared elsewhere
			c.Equal(label+"code", int64(422), int64(theirs.Code))
			return
		}
		c.Equal(label+"rejection", rejection.Object(), theirs.Body)
		return
	}
	c.Equal(label+"code", int64(200), int64(theirs.Code))
	object, theirObject := withoutManagers(written(ours.Object)), withoutManagers(theirs.Body)
	if !parity.Equal(managed, managersOf(state.stored)) { // the server wrote an object that has not changed else
		object, theirObject = unversioned(object), unversioned(theirObject)
	}
	c.Equal(label+"object", object, theirObject)
	if !s.DryRun {
		state.compare(c, label, ours.Gone, ours.Stored)
		state.current = theirs.Body
	}
}

// managersOf returns the managed fields of an object, or nil.
func managersOf(obj map[string]any) any {
	meta, _ := obj["metadata"].(map[string]any)
	return meta["managedFields"]
}

// withoutManagers returns an object without managed fields.
func withoutManagers(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	if meta, ok := obj["metadata"].(map[string]any); ok {
		meta = maps.Clone(meta)
		delete(meta, "managedFields")
		out["metadata"] = meta
	}
	return out
}

// withName returns an object with a name.
func withName(obj map[string]any, name string) map[string]any {
	out := maps.Clone(obj)
	meta := maps.Clone(obj["metadata"].(map[string]any))
	meta["name"], out["metadata"] = name, meta
	return out
}

// edited returns metadata with other finalizers.
func edited(meta map[string]any, how string) map[string]any {
	meta = maps.Clone(meta)
	finalizers, _ := meta["finalizers"].([]any)
	switch finalizers = slices.Clone(finalizers); {
	case how == "none":
		finalizers = nil
	case how == "last" && len(finalizers) > 0:
		finalizers = finalizers[:len(finalizers)-1]
	case how == "more":
		finalizers = append(finalizers, "example.com/more")
	case how == "all":
		finalizers = []any{"example.com/b"}
	}
	meta["finalizers"] = finalizers
	return meta
}
