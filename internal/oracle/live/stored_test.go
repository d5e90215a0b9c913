package live_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// writesPerKind is the number of objects of each definition that are written.
const writesPerKind = 40

// writtenKind is a definition of two versions on both sides.
type writtenKind struct {
	server   *live.Server
	manifest map[string]any
	ours     *crdschema.Definition
	schemas  map[string]map[string]any
	status   bool // has a status subresource
}

// write is one request that writes an object of its own.
type write struct {
	writtenKind
	name    string
	Version string // of the request
	Object  map[string]any
	Fields  live.FieldValidation
	// Before is the object that is stored before the request, at any version, or nil
	// for a new object.
	Before map[string]any
	Op     crdschema.Operation
}

// TestStored compares what the server stores and answers: objects of several
// versions, converted or not, with conversions that fail on the way to storage, on
// the way back and for the stored object, and with defaults of the status.
func TestStored(t *testing.T) {
	parity.Run(t, "stored-live", writes(t, "w", parity.Full(2_000)), compareWrite)
}

// writes returns about n writes to definitions in groups with a prefix.
func writes(t *testing.T, prefix string, n int) parity.Cases[write] {
	kinds := writtenKinds(t, prefix, max(2, n/writesPerKind))
	return parity.Generated(len(kinds)*writesPerKind, func(seed uint64) write {
		return writeFor(kinds[seed%uint64(len(kinds))], seed)
	})
}

// rotateOrFail returns an error for an object with an annotation that names the
// version, and else what rotate returns.
func rotateOrFail(ctx context.Context, obj map[string]any, to string) (map[string]any, error) {
	meta, _ := obj["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	if annotations["fails-at"] == path.Base(to) {
		return nil, errors.New("no way to " + to)
	}
	return rotate(ctx, obj, to)
}

func writtenKinds(t *testing.T, prefix string, n int) []writtenKind {
	url, bundle, client := startConverter(t, conversion.Func(rotateOrFail))
	server := live.Start(t)
	var kinds []writtenKind
	var manifests []map[string]any
	for i := range n {
		k := writtenKind{server: server, schemas: map[string]map[string]any{"v1": statusSchema(uint64(i)), "v2": statusSchema(uint64(i + i%3))}}
		options := []generate.DefinitionOption{generate.WithVersion("v2", k.schemas["v2"])}
		if k.status = i%4 > 0; k.status {
			options = append(options, generate.WithStatus())
		}
		k.manifest = generate.CRD(k.schemas["v1"], options...)
		rename(k.manifest, fmt.Sprintf("%s%d.%s", prefix, i, generate.Group))
		if i%2 == 0 {
			k.manifest["spec"].(map[string]any)["conversion"] = map[string]any{"strategy": "Webhook", "webhook": map[string]any{
				"conversionReviewVersions": []any{"v1"},
				"clientConfig":             map[string]any{"url": url, "caBundle": base64.StdEncoding.EncodeToString(bundle)}}}
		}
		k.ours = compileWith(t, k.manifest, client)
		kinds, manifests = append(kinds, k), append(manifests, k.manifest)
	}
	answers, err := server.Install(manifests...)
	require.NoError(t, err)
	var accepted []writtenKind
	for i, k := range kinds {
		if answers[i].Accepted() { // a few generated schemas are invalid
			accepted = append(accepted, k)
		}
	}
	require.NotEmpty(t, accepted)
	return accepted
}

// statusSchema returns a schema without items and with a status, whose default
// depends on the seed.
func statusSchema(seed uint64) map[string]any {
	for ; ; seed += 10_000 {
		schema := generate.New(seed, generate.WithStatusCompatible()).Schema(generate.Valid)
		properties, _ := schema["properties"].(map[string]any)
		_, preserves := schema["x-kubernetes-preserve-unknown-fields"]
		if properties == nil || properties["items"] != nil || preserves {
			continue
		}
		status := map[string]any{"type": "object", "properties": map[string]any{
			"phase": map[string]any{"type": "string", "default": fmt.Sprint("of-", seed)}, "any": map[string]any{"x-kubernetes-preserve-unknown-fields": true}}}
		if seed%3 > 0 {
			status["default"] = map[string]any{"any": map[string]any{"n": nil}}
		}
		properties["status"] = status
		return schema
	}
}

func writeFor(k writtenKind, seed uint64) write {
	version := func(n uint64) string { return []string{"v1", "v2"}[n%2] }
	w := write{writtenKind: k, name: fmt.Sprint("o", seed), Version: version(seed / 7), Fields: live.Ignore}
	w.Object = k.object(seed, w.Version, w.name)
	if seed%5 == 0 {
		w.Fields = live.Warn
	}
	w.Op = crdschema.Operation(seed % 3)
	if !k.status && w.Op == crdschema.UpdateStatus {
		w.Op = crdschema.Update
	}
	if w.Op == crdschema.Create {
		return w
	}
	w.Before = k.object(seed+1, version(seed/2), w.name)
	if seed%11 == 0 { // nothing changes
		w.Before, w.Version = w.Object, path.Base(w.Object["apiVersion"].(string))
	}
	return w
}

// object returns an object at a version. A few cannot be converted.
func (k writtenKind) object(seed uint64, version, name string) map[string]any {
	g := generate.New(seed)
	obj := called(g.Object(k.schemas[version], []generate.Flavor{generate.Valid, generate.Valid, generate.Nearly}[seed%3]), 0)
	obj["apiVersion"] = k.ours.Group() + "/" + version
	meta := obj["metadata"].(map[string]any)
	for _, field := range []string{"finalizers", "ownerReferences", "labels"} { // compared elsewhere
		delete(meta, field)
	}
	meta["name"], meta["annotations"] = name, map[string]any{"fails-at": fmt.Sprint("v", seed%6)}
	if seed%4 > 0 {
		obj["status"] = map[string]any{"phase": fmt.Sprint("p", seed), "any": 1.0, "unknown": true}
	}
	return obj
}

func compareWrite(c *parity.Check, w write) {
	req := w.request()
	resource := w.server.Resource(w.manifest, w.Version)
	if w.Op != crdschema.Create && !w.prepare(c, &req) {
		return
	}
	send := func() live.Answer { return w.send(resource, req.Object) }
	theirs := send()
	stored, revision, err := w.server.StoredAt(w.manifest, "default", w.name)
	if err != nil {
		c.Fail("etcd", nil, nil, "%v", err)
		return
	}
	req.Revision = revision
	if stored != nil && w.Op == crdschema.Create {
		req.UID, req.CreationTimestamp = generated(stored)
	}
	ours, err := w.ours.Admit(context.Background(), req)
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	c.Equal("code", int64(code(ours)), int64(theirs.Code))
	switch {
	case ours.Status() != nil && len(ours.Errors) == 0:
		c.Equal("reason", ours.Status().Reason, theirs.Reason())
		c.Equal("message", ours.Status().Message, theirs.Message(), parity.Row("D2", func() any { return another(send, ours.Status().Message) }))
	case len(ours.Errors) > 0:
		compareErrors(c, ours.Errors, theirs)
	default:
		of := unversioned // an update is written if managed fields change
		if w.Op == crdschema.Create {
			of = withoutManagers
		}
		c.Equal("object", of(written(ours.Object)), of(theirs.Body))
		c.Equal("stored", unversioned(written(ours.Stored)), unversioned(stored))
		_, versioned := stored["metadata"].(map[string]any)["resourceVersion"]
		c.Equal("stored resource version", false, versioned)
	}
}

// request returns the request for our side, without the stored object.
func (w write) request() crdschema.Request {
	return crdschema.Request{Object: w.Object, Operation: w.Op, Version: w.Version, Namespace: "default", StoragePrefix: live.StoragePrefix,
		FieldValidation: map[live.FieldValidation]crdschema.FieldValidation{live.Ignore: crdschema.Ignore, live.Warn: crdschema.Warn}[w.Fields]}
}

func (w write) send(resource live.Resource, obj map[string]any) live.Answer {
	switch w.Op {
	case crdschema.Create:
		return resource.Create(obj)
	case crdschema.Update:
		return resource.Update(obj)
	default:
		return resource.UpdateStatus(obj)
	}
}

// prepare stores the object that the request changes and completes the request. It
// reports whether that was possible.
func (w write) prepare(c *parity.Check, req *crdschema.Request) bool {
	created := w.server.Resource(w.manifest, path.Base(w.Before["apiVersion"].(string))).Create(w.Before)
	stored, err := w.server.Stored(w.manifest, "default", w.name)
	if err != nil || stored == nil || !created.Accepted() && !strings.Contains(created.Message(), "not decodable") {
		c.Void()
		return false
	}
	version := "1"
	if created.Accepted() {
		version = created.Body["metadata"].(map[string]any)["resourceVersion"].(string)
	} else {
		_, version, _ = strings.Cut(created.Message(), "revision=")
		version, _, _ = strings.Cut(version, ":")
	}
	req.Old, req.Object = withVersion(stored, version), withVersion(w.Object, version)
	return true
}

// withVersion returns an object with a resource version.
func withVersion(obj map[string]any, version string) map[string]any {
	out := maps.Clone(obj)
	meta := maps.Clone(obj["metadata"].(map[string]any))
	meta["resourceVersion"], out["metadata"] = version, meta
	return out
}

// unversioned returns an object without what only the server knows.
func unversioned(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	if meta, ok := obj["metadata"].(map[string]any); ok {
		meta = maps.Clone(meta)
		delete(meta, "resourceVersion")
		delete(meta, "managedFields")
		out["metadata"] = meta
	}
	return out
}

// generated returns the uid and the time that the server has given to an object.
func generated(obj map[string]any) (string, time.Time) {
	meta, _ := obj["metadata"].(map[string]any)
	uid, _ := meta["uid"].(string)
	text, _ := meta["creationTimestamp"].(string)
	created, _ := time.Parse(time.RFC3339, text)
	return uid, created
}
