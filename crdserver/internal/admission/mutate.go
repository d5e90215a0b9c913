package admission

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	words "gopkg.in/evanphx/json-patch.v4"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/jsonpatch"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// mutation is the state of an object while mutating webhooks change it.
type mutation struct {
	*Request
	requested objects // at the version of the request
	current   objects // at version
	version   string  // empty before the first call
	dirty     bool    // current.object is newer than requested.object

	again    bool           // in the second round
	eligible []*hook        // were called and may be called again
	repeat   map[*hook]bool // are to be called again
	changed  bool
}

// Mutate returns obj, or nil for a deletion, as the mutating webhooks leave it. They are called one after
// the other. If one has changed the object, those before it are called again if they are configured so.
//
// Rules: k8s.io/apiserver/pkg/admission/plugin/webhook/mutating, mutatingDispatcher.Dispatch;
// k8s.io/apiserver/pkg/admission, reinvoker.Admit.
func (r *Request) Mutate(ctx context.Context, obj, old map[string]any) (map[string]any, error) {
	m := &mutation{Request: r, requested: objects{obj, old}, repeat: map[*hook]bool{}}
	if err := m.round(ctx); err != nil {
		return nil, err
	}
	if m.changed {
		m.again = true
		if err := m.round(ctx); err != nil {
			return nil, err
		}
	}
	return m.requested.object, nil
}

// round calls the webhooks one after the other.
func (m *mutation) round(ctx context.Context) error {
	m.version = ""
	for _, k := range m.mutating {
		if err := m.step(ctx, k); err != nil {
			return err
		}
	}
	return m.writeBack(ctx)
}

// seen returns the objects that selectors and rules see.
func (m *mutation) seen() objects {
	if m.version == "" {
		return m.requested
	}
	return m.current
}

// step calls a webhook if it is concerned.
func (m *mutation) step(ctx context.Context, k *hook) error {
	a := m.of(m.requested.object)
	call, err := m.invocation(ctx, k, &a, m.seen(), func(version string) (objects, error) { return m.current, m.move(ctx, version) })
	if err != nil || call == nil || m.again && !m.repeat[k] {
		return err
	}
	if err := m.move(ctx, call.version); err != nil {
		return status.Internal("Internal error occurred: " + err.Error())
	}
	answer, err := m.call(ctx, &a, call, m.current)
	changed := false
	if err == nil {
		m.warnings = append(m.warnings, answer.Warnings...)
		changed, err = m.patch(ctx, k, answer)
	}
	if changed {
		for _, before := range m.eligible {
			m.repeat[before] = true
		}
		m.eligible, m.changed = nil, true
	}
	if k.reinvoke {
		m.eligible = append(m.eligible, k)
	}
	return call.outcome(ctx, err)
}

// move converts the objects to a version.
func (m *mutation) move(ctx context.Context, version string) error {
	if m.version == version || m.version != "" && m.Subresource == "scale" { // a Scale has one version
		return nil
	}
	if err := m.writeBack(ctx); err != nil {
		return err
	}
	var err error
	if m.current, err = m.at(ctx, m.requested, version); err == nil {
		m.version = version
	}
	return err
}

// writeBack converts a changed object to the version of the request.
func (m *mutation) writeBack(ctx context.Context) (err error) {
	if !m.dirty {
		return nil
	}
	if m.dirty = false; m.Subresource == "scale" {
		m.requested.object = AsScale(m.current.object)
		return nil
	}
	m.requested.object, err = m.convert(ctx, m.current.object, m.Version)
	return err
}

// patch applies the patch of a webhook and sets defaults. It reports whether the object changes.
func (m *mutation) patch(ctx context.Context, k *hook, answer *response) (bool, error) {
	if len(answer.Patch) == 0 {
		return false, nil
	}
	patch, err := words.DecodePatch(answer.Patch)
	switch {
	case err != nil:
		return false, k.failed("received undecodable patch in webhook response: %w", err)
	case len(patch) == 0:
		return false, nil
	case m.current.object == nil:
		return false, status.Internal(fmt.Sprintf("admission webhook %q attempted to modify the object, which is not supported for this operation", k.name))
	case answer.patchType() != "JSONPatch":
		return false, k.failed("%w", fmt.Errorf("unsupported patch type %q", answer.patchType()))
	}
	patched, err := m.patched(ctx, answer.Patch)
	if err != nil {
		return false, status.Internal(err.Error())
	}
	changed := !structural.Equal(m.current.object, patched)
	if m.dirty = true; m.Subresource != "scale" {
		if patched, err = m.Resource.Default(ctx, patched); err != nil {
			return false, err
		}
	}
	m.current.object = patched
	return changed, nil
}

func (m *mutation) patched(ctx context.Context, patch []byte) (map[string]any, error) {
	text, err := json.Marshal(m.current.object)
	if err != nil {
		return nil, err
	}
	if text, err = apply(ctx, patch, text); err != nil {
		return nil, err
	}
	doc, err := document.DecodeJSON(ctx, text)
	return doc.Object, err
}

// apply applies a patch that can be decoded. A server does it with package words. That package does not bound copies
// and crashes on some patches. It only says here why a patch does not apply.
func apply(ctx context.Context, patch, text []byte) (out []byte, err error) {
	read, err := jsonpatch.Read(patch)
	if err != nil {
		return nil, err
	}
	var operation *jsonpatch.OperationError
	if out, err = read.Apply(ctx, text); !errors.As(err, &operation) || errors.Is(operation.Cause, jsonpatch.ErrCopied) {
		return out, err
	}
	defer func() {
		if recover() != nil {
			out, err = nil, operation
		}
	}()
	decoded, err := words.DecodePatch(patch)
	if err != nil {
		return nil, err
	}
	return decoded.Apply(text)
}
