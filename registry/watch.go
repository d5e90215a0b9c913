package registry

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/status"
)

// The types of events of a watch, as the server writes them.
const (
	added      = "ADDED"
	modified   = "MODIFIED"
	deleted    = "DELETED"
	bookmarked = "BOOKMARK"
	failed     = "ERROR"
)

// Event returns the event that a watch of the selection sends for a write in storage, or nil
// if it sends none. old and cur are the object before and after the write, at the version of
// the watch ([crdschema.Definition.Read]): old is nil for a new object, cur for a removed
// one. revision is the revision of the write, the resourceVersion of the object in the
// event; if it is 0, the object keeps its own.
//
// The event is a map as in JSON, {"type": …, "object": …}:
//
//   - ADDED with cur, if the selection selects cur but not old. An initial event of a watch
//     is one: old is nil and revision 0.
//   - MODIFIED with cur, if it selects both.
//   - DELETED with old and the resourceVersion of the write, if it selects old only: the
//     object was removed, or changed so that it is not selected any more.
//
// An update that changes nothing is not written and has no event
// ([crdschema.Result.Unchanged]). The error is the same as of [Selection.Matches].
//
// Rule: k8s.io/apiserver/pkg/storage/cacher, cacheWatcher.convertToWatchEvent.
func (s *Selection) Event(ctx context.Context, old, cur map[string]any, revision uint64) (map[string]any, error) {
	before, err := s.selects(ctx, old)
	if err != nil {
		return nil, err
	}
	after, err := s.selects(ctx, cur)
	if err != nil {
		return nil, err
	}
	switch {
	case after && before:
		return eventAt(modified, cur, revision), nil
	case after:
		return eventAt(added, cur, revision), nil
	case before:
		return eventAt(deleted, old, revision), nil
	default:
		return nil, nil
	}
}

// selects reports whether obj exists and is selected.
func (s *Selection) selects(ctx context.Context, obj map[string]any) (bool, error) {
	if obj == nil {
		return false, nil
	}
	return s.Matches(ctx, obj)
}

// Bookmark returns the event that tells a watch of objects of v that it has received all
// changes up to a revision. The server sends bookmarks to clients that ask for them
// (allowWatchBookmarks), about once a minute and before the watch ends.
//
// Source: Kubernetes documentation, "API concepts", "Watch bookmarks".
func Bookmark(v *crdschema.Version, revision uint64) map[string]any {
	return eventAt(bookmarked, emptyObject(v), revision)
}

// InitialEventsEnd returns the bookmark that follows the events about existing objects in a
// watch with sendInitialEvents.
//
// Rule: k8s.io/apiserver/pkg/storage, AnnotateInitialEventsEndBookmark.
func InitialEventsEnd(v *crdschema.Version, revision uint64) map[string]any {
	return eventAt(bookmarked, endingInitialEvents(emptyObject(v)), revision)
}

// CRDBookmark returns the event of [Bookmark] for a watch of CRDs.
func CRDBookmark(revision uint64) map[string]any {
	return eventAt(bookmarked, crd.Empty(), revision)
}

// CRDInitialEventsEnd returns the event of [InitialEventsEnd] for a watch of CRDs.
func CRDInitialEventsEnd(revision uint64) map[string]any {
	return eventAt(bookmarked, endingInitialEvents(crd.Empty()), revision)
}

// ErrorEvent returns the event that ends a watch with s, such as
// [status.TooOldResourceVersion], or nil if s is nil.
func ErrorEvent(s *status.Status) map[string]any {
	if s == nil {
		return nil
	}
	return event(failed, s.Object())
}

func event(kind string, obj map[string]any) map[string]any {
	return map[string]any{"type": kind, "object": obj}
}

// eventAt returns the event with obj at a revision. 0 keeps the resourceVersion of obj.
func eventAt(kind string, obj map[string]any, revision uint64) map[string]any {
	if revision != 0 {
		obj = AtRevision(obj, revision)
	}
	return event(kind, obj)
}

func emptyObject(v *crdschema.Version) map[string]any {
	d := v.Definition()
	return map[string]any{"apiVersion": gotype.GroupVersion{Group: d.Group(), Version: v.Name()}.String(), "kind": d.Names().Kind}
}

func endingInitialEvents(obj map[string]any) map[string]any {
	obj["metadata"] = map[string]any{"annotations": map[string]any{initialEventsEnd: "true"}}
	return obj
}
