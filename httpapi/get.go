package httpapi

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/status"
)

// GetOptions are the parameters of a request to read one object.
//
// Source: Kubernetes API reference, GetOptions.
type GetOptions struct {
	// ResourceVersion is the revision that the object must not be older than. It is empty or
	// "0" for any.
	ResourceVersion string
}

// ParseGet returns the parameters of a request to read one object, or a Status: 400 for the
// parameter export (in servers until 1.20), and 500 if the resourceVersion is not an integer.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, GetResource; k8s.io/apiserver/pkg/storage,
// APIObjectVersioner.ParseResourceVersion.
func ParseGet(values url.Values) (GetOptions, *crdschema.Status) {
	q := query{values: values}
	if q.isSet("export") {
		return GetOptions{}, status.BadRequest("the export parameter, deprecated since v1.14, is no longer supported")
	}
	o := GetOptions{ResourceVersion: q.text("resourceVersion")}
	if _, err := parseRevision(o.ResourceVersion); err != nil {
		return GetOptions{}, malformedRevision(err)
	}
	return o, nil
}

func parseRevision(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	revision, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("resourceVersion: Invalid value: %q: %w", text, err)
	}
	return revision, nil
}

// malformedRevision returns the Status of a request for which the server does not expect a
// malformed resourceVersion.
func malformedRevision(err error) *crdschema.Status {
	return status.Unexpected(err.Error())
}
