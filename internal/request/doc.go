// Package request checks what a server requires of a request besides its schema: of its options,
// and of its object, compared with the URL and with the stored object.
//
// Options are the query parameters of any request, and the DeleteOptions in a body. The fields are
// named as in meta.k8s.io/v1. An absent one is a nil pointer where it differs from its zero value.
// Their rules are in k8s.io/apimachinery/pkg/apis/meta/v1/validation and
// pkg/apis/meta/internalversion/validation.
//
// The checks of an object return the Status with which the server rejects the request, or nil.
package request
