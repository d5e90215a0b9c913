package apply

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/strategy"
	"github.com/seed95800270/crdschema/status"
)

const scaleSubresource = "scale"

var replicas = fieldpath.MakePathOrDie("spec", "replicas")

// scaling is a request for the scale of an object. The live object of its operation is the
// Scale, with the managers of the number of replicas.
type scaling struct {
	operation
	definition *crdschema.Definition
	parent     map[string]any // the live object
	apiVersion string         // of parent
	managed    managed        // the managed fields of parent
	paths      scale.Paths
	scale      scale.Scale // of parent
}

// isScale reports whether req is for a scale. The scale of a CRD is an unknown subresource.
func (a *Applier) isScale(req Request) bool {
	return req.Subresource == scaleSubresource && a.definition != nil
}

func (a *Applier) startScale(ctx context.Context, req Request) (*scaling, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if req.Live == nil {
		return nil, errors.New("no live object")
	}
	name := req.Version
	if name == "" {
		name, _ = a.versionIn(metaedit.Text(req.Live, "apiVersion"))
	}
	s := &scaling{definition: a.definition, apiVersion: a.apiVersion(name)}
	s.operation.converter, s.operation.req, s.operation.now = newConverter(ctx, &a.tracker, mergeStage), req, metaedit.Timestamp(req.Now)
	s.operation.object = req.Object
	v, found := a.definition.Version(name)
	if !found || v.Subresources().Scale == nil {
		return nil, status.NotServed()
	}
	var err error
	if req.Object == nil {
		return nil, errors.New("no object")
	}
	if s.parent, err = s.convert(req.Live, s.apiVersion); err != nil {
		return nil, s.rejection(err)
	}
	s.operation.apiVersion = scale.APIVersion
	return s, s.readParent(v)
}

// readParent reads the object.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// scaleUpdatedObjectInfo.UpdatedObject.
func (s *scaling) readParent(v *crdschema.Version) error {
	s.paths = scale.Paths(*v.Subresources().Scale)
	values, err := s.paths.Read(s.parent)
	if err != nil {
		return s.rejection(err)
	}
	if values.Unset {
		values.Replicas = scale.UnsetReplicas
	}
	s.scale = scale.New(s.parent, values)
	s.live = s.scale.Map()
	entries, list := entriesOf(s.parent)
	s.managed, err = readManaged(s.work, entries, list, s.typesAt)
	if err != nil {
		return s.rejection(err)
	}
	return nil
}

func (a *Applier) updateScale(ctx context.Context, req Request) (map[string]any, error) {
	s, err := a.startScale(ctx, req)
	if err != nil {
		return nil, err
	}
	out, rejected := strategy.PrepareScale(&s.paths, s.object, s.parent)
	if rejected != nil {
		return nil, rejected
	}
	values, _ := s.paths.Read(out) // which has read them before
	after, err := s.after(s.fields(), values.Replicas)
	if err != nil {
		return nil, err
	}
	return s.afterScale(after).in(s.work, out)
}

// after returns the managed fields of the Scale after an update to n replicas. The server
// cannot record an update by a Scale without an apiVersion.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, crConverter.ConvertToVersion.
func (s *scaling) after(m managed, n int32) (managed, error) {
	if metaedit.Text(s.object, "apiVersion") == "" {
		return m, nil
	}
	s.scale.Spec.Replicas = n
	s.object = s.scale.Map()
	after, err := s.update(m)
	switch {
	case s.work.Failed():
		return m, s.work.Err()
	case s.ctx.Err() != nil:
		return m, s.ctx.Err()
	case err != nil:
		return m, nil
	default:
		return after, nil
	}
}

// applyScale returns the live object with its managed fields. The server fails if the Scale
// would change, and if the number of replicas does not have a manager.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, skipNonAppliedManager.Apply and
// structuredMergeManager.Apply; k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// crConverter.ConvertToVersion.
func (a *Applier) applyScale(ctx context.Context, req Request) (map[string]any, error) {
	s, err := a.startScale(ctx, req)
	if err != nil {
		return nil, err
	}
	after, err := s.apply(s.fields())
	if err != nil {
		return nil, s.rejection(err)
	}
	return s.afterScale(after).in(s.work, s.parent)
}

const unconvertible = "to proper version: request to convert CR to an invalid group/version: " + scale.APIVersion

func (s *scaling) apply(m managed) (managed, error) {
	if s.object["apiVersion"] != scale.APIVersion || s.object["kind"] != scale.Kind.Kind {
		return m, status.BadRequest("invalid object type: " + kindOf(s.object))
	}
	if len(m.sets) == 0 {
		empty := map[string]any{"apiVersion": scale.APIVersion, "kind": scale.Kind.Kind}
		return m, fmt.Errorf("failed to create manager for existing fields: failed to convert live object (%v) %v", nameOf(empty), unconvertible)
	}
	manager := s.manager(s.req.Manager, managedfields.Apply)
	changed, m, err := s.merge(m, manager, s.req.Force)
	if err != nil {
		return m, err
	}
	if changed != nil {
		return m, fmt.Errorf("failed to convert new object (%v) %v", nameOf(s.object), unconvertible)
	}
	strip(m.sets, manager)
	return m, nil
}

// pathAt returns the path of the number of replicas in the objects of an apiVersion, or nil if
// the version does not have a scale. known is false if the definition does not have the
// version.
func (s *scaling) pathAt(apiVersion string) (path fieldpath.Path, known bool) {
	name, ours := s.tracker.versionIn(apiVersion)
	v, known := s.definition.Version(name)
	if !ours || !known {
		return nil, false
	}
	paths := v.Subresources().Scale
	if paths == nil {
		return nil, true
	}
	for field := range strings.SplitSeq(strings.TrimPrefix(paths.SpecReplicasPath, "."), ".") {
		path = append(path, fieldpath.PathElement{FieldName: &field})
	}
	return path, true
}

// fields returns the managers of the number of replicas.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, ScaleHandler.ToSubresource.
func (s *scaling) fields() managed {
	m := noManaged()
	for name, set := range s.managed.sets {
		path, _ := s.pathAt(string(set.APIVersion()))
		if path == nil || !set.Set().Has(path) {
			continue
		}
		e := s.managed.entries[name].entry
		e.APIVersion = scale.APIVersion
		id, at := e.ID(), s.managed.times[name]
		if managedfields.CompareTimes(at, m.times[id]) >= 0 {
			m.times[id] = at
		}
		m.sets[id] = fieldpath.NewVersionedSet(fieldpath.NewSet(replicas), scale.APIVersion, set.Applied())
	}
	return m
}

// afterScale returns the managed fields of the object after cur, the ones of the Scale.
// Managers by update are not recognized, since the version of a Scale differs: each is
// replaced by a manager of only the number of replicas, without a time.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, ScaleHandler.ToParent.
func (s *scaling) afterScale(cur managed) managed {
	out, left := s.managed.clone(), maps.Clone(cur.sets)
	for name, set := range s.managed.sets {
		path, known := s.pathAt(string(set.APIVersion()))
		switch _, same := left[name]; {
		case !known:
			delete(out.sets, name)
		case path == nil || !set.Set().Has(path):
		case same:
			delete(left, name)
		default:
			out.replace(name, set.Set().Difference(fieldpath.NewSet(path)))
		}
	}
	path, _ := s.pathAt(s.apiVersion)
	for name, set := range left {
		if set.Set().Has(replicas) {
			out.sets[name] = fieldpath.NewVersionedSet(fieldpath.NewSet(path), fieldpath.APIVersion(s.apiVersion), set.Applied())
		}
	}
	return out
}

func (m managed) replace(name string, set *fieldpath.Set) {
	old := m.sets[name]
	if set.Empty() {
		delete(m.sets, name)
		return
	}
	m.sets[name] = fieldpath.NewVersionedSet(set, old.APIVersion(), old.Applied())
}
