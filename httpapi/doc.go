// Package httpapi reads the parts of an HTTP request for custom resources other than the body: the
// path ([ParsePath]), query parameters, the Accept and User-Agent headers. It writes the body of the answer ([Encode])
// and Warning headers. It does not link an HTTP server.
//
//	query := r.URL.Query()
//	media, status := httpapi.ParseAccept(r.Header.Get("Accept"), httpapi.JSON, httpapi.YAML)
//	…
//	options, status := httpapi.ParseCreate(query)
//	if status != nil {
//		return status // 400 or 422
//	}
//	result, err := definition.Admit(ctx, crdschema.Request{FieldValidation: options.FieldValidation, …})
//	for _, header := range httpapi.WarningHeaders(result.Warnings) {
//		w.Header().Add("Warning", header)
//	}
//	body, err := httpapi.Encode(ctx, media, result.Object)
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
//	deletecollection  ParseList and ListOptions.Select, then ParseDeleteOptions
//	any               ParseTable if the answer is a table: includeObject; MediaType.Indents: pretty
//
// Names are case-sensitive. The first value of a repeated parameter counts; dryRun has all
// its values. Unknown parameters are ignored. A bool is false if it is absent, 0 or the word
// false in any case, and true otherwise, even if it is empty or "no". An integer has 64 bits
// and must not be empty. Valid but useless values, such as a negative limit, are left to the
// storage.
//
// # The order of a request
//
// The server reports the first problem that it finds in this order, after that of the path
// (Path.Find):
//
//	create   Accept, Content-Type, size, parameters, the object
//	update   Accept, size, parameters, Content-Type, the object
//	patch    Content-Type, Accept, size, parameters, the patch
//	delete   Accept, body or parameters, the object
//	get      Accept, parameters, the object
//	list     Accept, parameters, field labels, start, the objects
//
// CheckContentType and CheckSize check the body. Definition.Admit repeats them, for servers that do
// not need this order, and checks the object.
//
// ParseTable, MediaType.CheckObject, CheckScale and CheckList follow the execution of the request.
//
// # Errors
//
// The functions return nil, or the Status with which the server rejects the request: 400 for
// an unreadable parameter, 422 with all errors for invalid options, and 406 for media types.
// Two mistakes are internal errors (500), as on the server: a malformed resourceVersion of a
// get or watch, and a request for one object that asks for the metadata of a list.
//
// # Headers
//
// ParseAccept and ParseDiscoveryAccept sort the media types of a header by q and take the
// first one that the server writes; q=0 does not exclude any. For Content-Type set
// Request.ContentType of package crdschema. registry.RecordWarnings returns the warnings that
// a server sends: each text once, long ones truncated.
//
// # Sharing and limits
//
// All functions are pure and safe for concurrent use. Results share strings with the query, and the
// list of dryRun. Except for sorting, their time is proportional to their input.
//
// # Differences from upstream
//
// Protobuf is negotiated for PartialObjectMetadata but not written here: pass JSON and YAML
// to ParseAccept to decline it. Features that are off by default in 1.37 are off: CBOR and
// shardSelector. See also row D77 of DEVIATIONS.md.
//
// The package is not part of the stable core and may still change.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers; k8s.io/apimachinery/pkg/apis/meta/v1.
package httpapi
