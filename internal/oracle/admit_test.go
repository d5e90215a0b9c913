package oracle

import (
	"context"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// TestAdmitCreate compares whole requests that create objects. The reference's
// answer is composed of exported functions; package live sends requests to a
// server.
func TestAdmitCreate(t *testing.T) { admit(t, "admit-create", crdschema.Create) }

// TestAdmitUpdate compares updates of objects.
func TestAdmitUpdate(t *testing.T) { admit(t, "admit-update", crdschema.Update) }

// TestAdmitStatus compares status updates of objects with a status subresource.
func TestAdmitStatus(t *testing.T) { admit(t, "admit-status", crdschema.UpdateStatus) }

func admit(t *testing.T, name string, op crdschema.Operation) {
	cases := parity.Join(corpusRequests(t, parity.Full(20)), generatedRequests(parity.Full(10_000)))
	parity.Run(t, name, cases, func(c *parity.Check, in request) {
		if op != crdschema.Create && in.old == nil || op == crdschema.UpdateStatus && !in.theirs.Status {
			c.Void()
			return
		}
		compareRequest(c, in, op)
	})
}

func compareRequest(c *parity.Check, in request, op crdschema.Operation) {
	what := [...]string{"create", "update", "update of status"}[op]
	if op != crdschema.Create {
		in.object = ofVersion(in.object, "7")
	} else if len(in.object)%4 > 0 {
		in.object = unversioned(in.object)
	}
	req := crdschema.Request{Object: in.object, Operation: op, Version: in.version, Namespace: upstream.Namespace, FieldValidation: crdschema.Ignore}
	switch {
	case op != crdschema.Create:
		req.Old = in.old
	case len(in.object)%3 == 0: // the default is the reference's namespace
		req.Object, req.Namespace = withoutNamespace(in.object), ""
	}
	ours, err := in.ours.Admit(context.Background(), req)
	if err != nil {
		c.Fail(what+": verdict", nil, nil, "%v", err)
		return
	}
	decoded := in.theirs.Read(in.object, upstream.Request)
	if decoded.Error != "" {
		compareRefused(c, what, ours.Status(), func() string { return in.theirs.Read(in.object, upstream.Request).Error })
		return
	}
	theirs := admitted(in, decoded.Object, op)
	if ours.Status() != nil && len(ours.Errors) == 0 {
		_, why, unread := strings.Cut(ours.Status().Message, "object not decodable revision=7: ") // which only storage adds
		if !unread {
			why = ours.Status().Message
		}
		compareRefusal(c, what, why, func() string { return admitted(in, decoded.Object, op).Refused })
		return
	}
	answer := textsOneOf(c, what+": errors", c.OurTexts(ours.Errors), func() []string {
		return unnumbered(upstream.MetadataOnce(admitted(in, decoded.Object, op).Errors))
	})
	if theirs.Refused != "" {
		c.Fail(what+": refused", nil, theirs.Refused, "ours does not refuse this")
		return
	}
	c.Stages(what+": order", ours.Errors, answer)
	c.Equal(what+": object", comparable(ours.Validated), comparable(theirs.Object))
	c.Texts(what+": warnings", ours.Warnings, append(deprecation(in), theirs.Warnings...))
}

// typeNumber matches the name of a type, which is different every time.
var typeNumber = regexp.MustCompile(`selfType[0-9]+`)

func unnumbered(texts []string) []string {
	for i, text := range texts {
		texts[i] = typeNumber.ReplaceAllString(text, "selfType#")
	}
	return texts
}

// ofVersion returns an object with the resource version of the stored one and
// without a uid: a server does not validate an update of another state or object.
// An existing version that is not a number stays.
func ofVersion(obj map[string]any, version string) map[string]any {
	meta, ok := obj["metadata"].(map[string]any)
	if !ok {
		return obj
	}
	meta, out := maps.Clone(meta), maps.Clone(obj)
	out["metadata"] = meta
	text, _ := meta["resourceVersion"].(string)
	if _, err := strconv.ParseUint(text, 10, 64); err == nil || meta["resourceVersion"] == nil {
		meta["resourceVersion"] = version
	}
	if _, isText := meta["uid"].(string); isText {
		delete(meta, "uid")
	}
	return out
}

// unversioned returns an object without a resource version, with which a server does
// not create it.
func unversioned(obj map[string]any) map[string]any {
	out := ofVersion(obj, "")
	if meta, _ := out["metadata"].(map[string]any); meta["resourceVersion"] == "" {
		delete(meta, "resourceVersion")
	}
	return out
}

func withoutNamespace(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	if meta, ok := obj["metadata"].(map[string]any); ok {
		meta = maps.Clone(meta)
		delete(meta, "namespace")
		out["metadata"] = meta
	}
	return out
}

// deprecation returns the warning that an endpoint adds to every response.
func deprecation(in request) []string {
	if v, _ := in.ours.Version(in.version); v.DeprecationWarning() != "" {
		return []string{v.DeprecationWarning()}
	}
	return nil
}

// compareRefused compares the errors of an object that cannot be decoded, which
// the server wraps. If several embedded resources have bad metadata the reference
// names a random one.
func compareRefused(c *parity.Check, what string, status *crdschema.Status, why func() string) {
	if status == nil {
		c.Fail(what+": refused", nil, why(), "ours does not refuse this")
		return
	}
	_, ours, _ := strings.Cut(status.Message, " cannot be handled as a ")
	_, ours, _ = strings.Cut(ours, ": ")
	compareRefusal(c, what, ours, why)
}

// compareRefusal compares a text about bad metadata.
func compareRefusal(c *parity.Check, what, ours string, why func() string) {
	c.Equal(what+": refused for", ours, why(), parity.Row("D2", func() any {
		theirs := ""
		for range 10 { // there may be many, and some are named rarely
			var found bool
			if theirs, found = parity.Repeat30(why, func(text string) bool { return text == ours }); found {
				break
			}
		}
		return theirs
	}))
}

func admitted(in request, decoded map[string]any, op crdschema.Operation) upstream.Admitted {
	if op == crdschema.Create {
		return in.theirs.Create(decoded)
	}
	old := in.theirs.Read(in.old, upstream.Storage)
	if old.Error != "" {
		return upstream.Admitted{Refused: old.Error}
	}
	if op == crdschema.Update {
		return in.theirs.Update(decoded, old.Object)
	}
	return in.theirs.UpdateStatus(decoded, old.Object)
}

// comparable returns an object without generated fields.
func comparable(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	if meta, ok := obj["metadata"].(map[string]any); ok {
		meta = maps.Clone(meta)
		for _, field := range []string{"uid", "creationTimestamp", "managedFields"} {
			delete(meta, field)
		}
		out["metadata"] = meta
	}
	return out
}
