package status

import "fmt"

// TooOldResourceVersion answers a watch from a revision before oldest, the oldest one whose
// later changes the server remembers (410). The server answers the request with 200, and
// sends the Status as an event: registry.ErrorEvent.
//
// Rule: k8s.io/apiserver/pkg/storage/cacher, watchCache.getAllEventsSinceLocked.
func TooOldResourceVersion(requested, oldest uint64) *Status {
	return expired(fmt.Sprintf("too old resource version: %d (%d)", requested, oldest))
}

// CompactedResourceVersion answers a watch from a revision that is no longer in storage (410).
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, interpretWatchError.
func CompactedResourceVersion() *Status {
	return expired("The resourceVersion for the provided watch is too old.")
}

// expired returns a Status for a state of the objects that the server does not have any more.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewResourceExpired.
func expired(message string) *Status {
	return &Status{Code: 410, Reason: "Expired", Message: message}
}
