package apply

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/merge"

	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
)

// Update returns the new object of a request other than an apply with its managed fields
// after the request, the same map if it has them already. For a scale, Object is the Scale,
// and Update returns the live object with the number of replicas and the managed fields. As
// on a server, managers by update are then not recognized and get another entry without a
// time, and an unmanaged number stays unmanaged.
//
// If the managers cannot be determined, for example because the definition lacks the version
// of an entry, the object gets the managed fields of the live one. An object without managed
// fields does not get any unless it is new.
//
// The error is a failure or, for a scale, a *[crdschema.Status]: the one of
// registry.PrepareScale, or 500 if the managed fields cannot be read.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.UpdateNoErrors and ScaleHandler.
func (a *Applier) Update(ctx context.Context, req Request) (map[string]any, error) {
	req, err := req.normalized(ctx)
	if err != nil {
		return nil, err
	}
	return a.update(ctx, req)
}

func (a *Applier) update(ctx context.Context, req Request) (map[string]any, error) {
	return interruptible(func() (map[string]any, error) {
		if a.isScale(req) {
			return a.updateScale(ctx, req)
		}
		return a.updateObject(ctx, req)
	})
}

func (a *Applier) updateObject(ctx context.Context, req Request) (map[string]any, error) {
	op, err := a.start(ctx, req)
	if err != nil {
		return nil, err
	}
	m, err := op.update(op.managedFields())
	switch {
	case op.work.Err() != nil:
		return nil, op.work.Err()
	case op.ctx.Err() != nil:
		return nil, op.ctx.Err()
	case op.failure != nil:
		return nil, op.failure
	case err != nil:
		list, _ := metaedit.Metadata(op.live)["managedFields"].([]any)
		return managedfields.Set(op.object, list), nil
	default:
		return m.in(op.work, op.object)
	}
}

// managedFields returns the managed fields of the new object if they can be read, or of the
// live one. Requests to a subresource cannot set them.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, decodeLiveOrNew.
func (op *operation) managedFields() managed {
	if op.req.Subresource == "" {
		entries, list := entriesOf(op.object)
		if managedfields.Resets(list) {
			return noManaged()
		}
		if m, err := readManaged(op.work, entries, list, op.typesAt); err == nil && len(m.sets) > 0 {
			return m
		}
	}
	entries, list := entriesOf(op.live)
	m, err := readManaged(op.work, entries, list, op.typesAt)
	if err != nil {
		return noManaged()
	}
	return m
}

// update returns the managed fields after an update.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, skipNonAppliedManager.Update.
func (op *operation) update(m managed) (managed, error) {
	if len(m.sets) == 0 && metaedit.Text(metaedit.Metadata(op.live), "uid") != "" {
		return m, nil
	}
	return op.track(managedfields.Set(op.live, nil), managedfields.Set(op.object, nil), m, op.req.Manager)
}

// track returns the managed fields after name has changed an object from live to obj.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, capManagersManager,
// buildManagerInfoManager, managedFieldsUpdater and stripMetaManager.
func (op *operation) track(live, obj map[string]any, m managed, name string) (managed, error) {
	const current = "current-operation"
	m, err := op.compare(live, obj, m.clone(), current)
	if err != nil {
		return m, err
	}
	strip(m.sets, current)
	if set, changed := m.sets[current]; changed {
		delete(m.sets, current)
		manager := op.manager(name, managedfields.Update)
		if previous, found := m.sets[manager]; found {
			set = fieldpath.NewVersionedSet(set.Set().Union(previous.Set()), set.APIVersion(), set.Applied())
		}
		m.sets[manager], m.times[manager] = set, op.now
	}
	m.limit(op.work)
	return m, op.work.Err()
}

// compare adds the fields in which two objects differ to a manager, and removes them from the
// others.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, structuredMergeManager.Update.
func (op *operation) compare(live, obj map[string]any, m managed, manager string) (managed, error) {
	after, err := op.convert(obj, op.apiVersion)
	if err != nil {
		return m, fmt.Errorf("failed to convert new object (%v) to proper version (%v): %w", nameOf(obj), op.apiVersion, err)
	}
	before, err := op.convert(live, op.apiVersion)
	if err != nil {
		return m, fmt.Errorf("failed to convert live object (%v) to proper version: %w", nameOf(live), err)
	}
	to, err := op.typed(after, allowDuplicates)
	if err != nil {
		return m, fmt.Errorf("failed to convert new object (%v) to smd typed: %w", nameOf(after), err)
	}
	from, err := op.typed(before, allowDuplicates)
	if err != nil {
		return m, fmt.Errorf("failed to convert live object (%v) to smd typed: %w", nameOf(before), err)
	}
	if err := op.compareManagers(m, before, after); err != nil {
		return m, err
	}
	if _, m.sets, err = op.updater().Update(from, to, fieldpath.APIVersion(op.apiVersion), m.sets, manager); err != nil {
		return m, fmt.Errorf("failed to update ManagedFields (%v): %w", nameOf(after), err)
	}
	return m, nil
}

func (op *operation) version() string {
	version, _ := op.tracker.versionIn(op.apiVersion)
	return version
}

func (op *operation) updater() *merge.Updater {
	b := merge.UpdaterBuilder{Converter: op.converter, IgnoreFilter: op.tracker.reset(op.version(), op.req.Subresource)}
	return b.BuildUpdater()
}

// Rule: k8s.io/apimachinery/pkg/util/managedfields, stripMetaManager.
var stripped = fieldpath.NewSet(
	fieldpath.MakePathOrDie("apiVersion"),
	fieldpath.MakePathOrDie("kind"),
	fieldpath.MakePathOrDie("metadata"),
	fieldpath.MakePathOrDie("metadata", "name"),
	fieldpath.MakePathOrDie("metadata", "namespace"),
	fieldpath.MakePathOrDie("metadata", "creationTimestamp"),
	fieldpath.MakePathOrDie("metadata", "selfLink"),
	fieldpath.MakePathOrDie("metadata", "uid"),
	fieldpath.MakePathOrDie("metadata", "clusterName"),
	fieldpath.MakePathOrDie("metadata", "generation"),
	fieldpath.MakePathOrDie("metadata", "managedFields"),
	fieldpath.MakePathOrDie("metadata", "resourceVersion"),
)

func strip(sets fieldpath.ManagedFields, manager string) {
	versioned, found := sets[manager]
	if !found {
		return
	}
	set := versioned.Set().Difference(stripped)
	if set.Empty() {
		delete(sets, manager)
	} else {
		sets[manager] = fieldpath.NewVersionedSet(set, versioned.APIVersion(), versioned.Applied())
	}
}

const maxUpdaters = 10

// limit merges the oldest managers by update of each version until maxUpdaters are left.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, capManagersManager.
func (m managed) limit(w *work.Tracker) {
	var updaters []string
	for name, set := range m.sets {
		if !set.Applied() {
			updaters = append(updaters, name)
		}
	}
	slices.SortFunc(updaters, func(a, b string) int {
		return cmp.Or(managedfields.CompareTimes(m.times[a], m.times[b]), strings.Compare(a, b))
	})
	first, merged := map[string]string{}, map[string][]*fieldpath.Set{}
	left := len(updaters)
	for _, name := range updaters {
		if left <= maxUpdaters {
			break
		}
		if m.mergeOld(name, first, merged) {
			left--
		}
	}
	for bucket, sets := range merged {
		last := m.sets[bucket]
		m.sets[bucket] = fieldpath.NewVersionedSet(union(w, append(sets, last.Set())), last.APIVersion(), last.Applied())
	}
}

// mergeOld merges a manager into the older ones of its version, and reports whether it did. It
// keeps the oldest manager of each version, in first. It records the fields in merged, by the
// manager that gets them: adding them one after another would take quadratic time.
func (m managed) mergeOld(name string, first map[string]string, merged map[string][]*fieldpath.Set) bool {
	set := m.sets[name]
	version := string(set.APIVersion())
	oldest, found := first[version]
	if !found {
		first[version] = name
		return false
	}
	ancient := managedfields.Entry{Manager: "ancient-changes", Operation: managedfields.Update, APIVersion: version}
	bucket := ancient.ID()
	if _, found := m.sets[bucket]; !found {
		m.sets[bucket] = m.sets[oldest]
		delete(m.sets, oldest)
	}
	merged[bucket] = append(merged[bucket], set.Set())
	delete(m.sets, name)
	delete(merged, name)
	m.times[bucket] = m.times[name]
	return true
}

// union takes time proportional to the size of the sets and the logarithm of their number.
func union(w *work.Tracker, sets []*fieldpath.Set) *fieldpath.Set {
	if len(sets) == 1 {
		return sets[0]
	}
	half := len(sets) / 2
	a, b := union(w, sets[:half]), union(w, sets[half:])
	if !w.Step(a.Size() + b.Size()) {
		return a
	}
	return a.Union(b)
}
