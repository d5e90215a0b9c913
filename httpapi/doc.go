// Package httpapi reads and writes what an HTTP request for custom resources has beside its
// body: query parameters, the Accept and User-Agent headers, and Warning headers. It links no
// HTTP server: it takes url.Values and texts.
//
//	query := r.URL.Query()
//	media, status := httpapi.ParseAccept(r.Header.Get("Accept"))
//	…
//	options, status := httpapi.ParseCreate(query)
//	if status != nil {
//		return status // 400 or 422
//	}
//	result, err := definition.Admit(ctx, crdschema.Request{FieldValidation: options.FieldValidation, …})
//	for _, header := range httpapi.WarningHeaders(result.Warnings) {
//		w.Header().Add("Warning", header)
//	}
//
// # Query parameters
//
//	get               ParseGet: resourceVersion
//	list, watch       ParseList: labelSelector, fieldSelector, limit, continue, resourceVersion,
//	                  resourceVersionMatch, timeoutSeconds, watch, allowWatchBookmarks,
//	                  sendInitialEvents; then ListOptions.Select and ListOptions.Start
//	create, update    ParseCreate, ParseUpdate: dryRun, fieldManager, fieldValidation
//	patch             ParsePatch: the same, and force
//	delete            ParseDelete: gracePeriodSeconds, propagationPolicy, orphanDependents, dryRun,
//	                  uid, resourceVersion and ignoreStoreReadErrorWithClusterBreakingPotential,
//	                  if the request has no body
//	deletecollection  ParseList and ListOptions.Select, then ParseDeleteCollection
//	any               ParseTable if the answer is a table: includeObject; MediaType.Indents: pretty
//
// The rules of the server are odd in places, and followed. Names are case-sensitive. Of a
// repeated parameter the first value counts, except for dryRun, which has all of them. Unknown
// parameters are ignored. A bool is false if it is absent, 0 or the word false in any case, and
// true otherwise, even if it is empty or "no". An integer must be one of 64 bits: an empty
// one is an error. Parameters that are read as text but not wanted, such as a negative limit,
// are left to the storage.
//
// # The order of a request
//
// Which of several problems the server reports depends on the order in which a handler looks:
//
//	create   Accept, Content-Type, size, parameters, the object
//	update   Accept, size, parameters, Content-Type, the object
//	patch    Content-Type, Accept, size, parameters, the patch
//	delete   Accept, body or parameters, the object
//	get      Accept, parameters, the object
//	list     Accept, parameters, field labels, start, the objects
//
// CheckContentType and CheckSize are the checks of the body. Definition.Admit makes them, too,
// and then all checks of the object, also that there is one to update.
//
// The parameters of tables come last, when the request has been carried out, and whether the
// answer has the metadata that the client asked for: MediaType.CheckObject and CheckList.
//
// # Errors
//
// The functions return a nil Status, or the whole one with which the server rejects the request:
// 400 for a parameter that cannot be read, 422 for options that must not be, which lists all of
// them, and 406 for media types. Each has the server's words. The Status of a get or watch of a
// malformed resourceVersion is an internal error (500), as it is in the server, and so is that of
// an object whose client asked for the metadata of a list.
//
// # Headers
//
// ParseAccept negotiates: JSON, YAML, and on demand a Table or PartialObjectMetadata. Of the
// media types of a header, the first one counts that the server writes, after they are sorted
// by q; q=0 excludes nothing. ParseDiscoveryAccept does the same for the documents of /apis. For
// Content-Type set Request.ContentType of package crdschema.
//
// WarningHeaders writes warnings as the server does (RFC 7234 without a date), and
// ParseWarnings reads them as clients do, RFC 2047 and dates included. The server sends each
// text once and truncates long ones: registry.RecordWarnings.
//
// # Sharing and limits
//
// All functions are pure and safe for concurrent use. Results share strings with the query, and
// the list of dryRun. They take time proportional to their input, but for sorting; the
// errors of a fieldManager end at 1 MiB of names.
//
// # Differences from upstream
//
// Protobuf, which a client can ask for with PartialObjectMetadata, is negotiated and not written
// here: pass JSON and YAML to ParseAccept to decline it. Features that are off by default in 1.37 are off: CBOR, and the parameter
// shardSelector, which is ignored.
//
// The package is not part of the stable core and may still change.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers; k8s.io/apimachinery/pkg/apis/meta/v1.
package httpapi
