// Package apimachinery joins package crdschema and programs that have Kubernetes types:
// typed CRDs and objects, field.ErrorList, apierrors.StatusError, and the interfaces of
// controller-runtime and k8s.io/apiserver. It is a module of its own, so that programs
// without these types do not link them.
//
// This package may still change in minor releases.
//
// # Objects
//
// [ToMap] returns a typed or unstructured object as the map that the other packages take;
// [FromMap] and [ToUnstructured] are its inverses. Typed objects go through their JSON
// text, as between a client and a server: integers keep all their digits, and a float64
// without a fraction becomes an integer. For a CRD, use [CRDToMap] and [Compile].
//
// # Verdicts
//
// [ErrorList] returns errors as a field.ErrorList. [StatusError] returns the Status of a
// rejected request as an error for apierrors.IsInvalid and the like, and [ErrorOf] does the
// same for Go errors.
//
//	result, err := definition.Admit(ctx, request)
//	if err != nil {
//		return apimachinery.ErrorOf(err)
//	}
//	return apimachinery.StatusError(result.Status())
//
// # Conversions
//
// [NewHubConverter] and [NewConverter] return converters of Go types as a
// conversion.Converter, for definitions, conversion webhooks and round trips.
//
// # Admission webhooks
//
// A [Webhook] answers AdmissionReviews over HTTP, or as maps with [Webhook.Review]: it
// rejects what the server would reject, or patches defaults. [Handler], [Validator] and
// [Defaulter] have the methods of controller-runtime's interfaces, with type parameters
// instead of a dependency.
//
// # Storage of a server
//
// A [Strategy] and a [StatusStrategy] are the create, update, delete and reset fields
// strategies of a genericregistry.Store of k8s.io/apiserver: the server's own for custom
// resources. As on the server, rest.BeforeCreate and rest.BeforeUpdate repeat some metadata
// checks. A [TableConvertor] makes its tables, and [Strategy.GetAttrs] is for its
// PredicateFunc.
//
// # Sharing and concurrency
//
// Arguments are not modified, except by [FromMap], [Defaulter.Default] and the methods that
// begin with Prepare, and results share unchanged parts with them unless a comment says
// otherwise. Everything is safe for concurrent use. Every error may also say that the context
// is done, or that the budget of work is spent (structural.ErrTooMuchWork).
//
// # Differences from upstream
//
// The fields of a field.Error that record which of the server's validators found it are not
// set, except Origin. Values of lists, objects and times in metadata are JSON values, not Go
// structs; they print the same. The columns Name and Age of tables have the server's
// descriptions.
package apimachinery
