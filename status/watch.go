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

// TooOldList answers a list at a revision that is no longer in storage (410).
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, interpretListError.
func TooOldList() *Status {
	return expired("The resourceVersion for the provided list is too old.")
}

// ContinueExpired answers a list that is continued at a revision that is no longer in storage (410).
// next is the token to continue at the latest revision, which the Status offers to the client.
//
// Rule: k8s.io/apiserver/pkg/storage/etcd3, handleCompactedErrorForPaging.
func ContinueExpired(next string) *Status {
	s := expired("The provided continue parameter is too old to display a consistent list result. You can start a new list without " +
		"the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing " +
		"with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time " +
		"the first chunk was returned and now may show up in the list.")
	s.Continue = next
	return s
}

// TooLargeResourceVersion answers a request for a revision that storage has not reached (504). current
// is the latest revision. The client may try again after some seconds, unless they are 0.
//
// Rule: k8s.io/apiserver/pkg/storage, NewTooLargeResourceVersionError.
func TooLargeResourceVersion(requested, current uint64, retryAfterSeconds int) *Status {
	return &Status{
		Code: 504, Reason: "Timeout", Message: fmt.Sprintf("Timeout: Too large resource version: %d, current: %d", requested, current),
		Details: &Details{RetryAfterSeconds: retryAfterSeconds, Causes: []Cause{{Reason: "ResourceVersionTooLarge", Message: "Too large resource version"}}},
	}
}
