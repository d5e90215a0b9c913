package status

// PathNotRouted answers a request to a path below a built-in resource that does not exist,
// such as the scale of a CRD (404). [NotServed] is for custom resources.
//
// Rule: k8s.io/apiserver/pkg/server/routes; k8s.io/apimachinery/pkg/api/errors,
// NewGenericServerResponse.
func PathNotRouted() *Status {
	return routed(404, "NotFound", "the server could not find the requested resource")
}

// MethodNotRouted answers a request with an HTTP method that a path of a built-in resource
// does not have, such as PUT to the collection of CRDs (405). [Resource.MethodNotAllowed] is
// for custom resources.
//
// Rule: the same as for [PathNotRouted].
func MethodNotRouted() *Status {
	return routed(405, "MethodNotAllowed", "the server does not allow this method on the requested resource")
}

// MediaTypeNotRouted answers a patch of a CRD in a media type that a server does not apply to
// built-in resources (415).
//
// Rule: the same as for [PathNotRouted].
func MediaTypeNotRouted() *Status {
	return routed(415, "UnsupportedMediaType", "415: Unsupported Media Type")
}

func routed(code int, reason, message string) *Status {
	return &Status{Code: code, Reason: reason, Message: message, Details: &Details{}}
}
