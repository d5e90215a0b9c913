package metaedit

import "time"

// MarkAsDeleting sets the fields of an object that is being deleted. A zero now leaves the
// deletionTimestamp.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, markAsDeleting.
func MarkAsDeleting(meta *Editor, now time.Time) {
	deleted := Time(meta.Get("deletionTimestamp"))
	if generation, _ := meta.Get("generation").(int64); deleted.IsZero() && generation > 0 {
		meta.Set("generation", generation+1)
	}
	if !now.IsZero() && (deleted.IsZero() || deleted.After(now)) {
		meta.Set("deletionTimestamp", Timestamp(now))
	}
	meta.Set("deletionGracePeriodSeconds", int64(0))
}
