// Package custom serves the objects of one definition with the handlers of k8s.io/apiserver.
//
// A [Kind] has a genericregistry.Store for each version of a definition, over unstructured objects, and a
// handlers.RequestScope for each endpoint: the objects, their status and their scale. The handlers read
// requests, negotiate, patch, watch and write answers. Everything that depends on the definition comes from
// the library: the codecs decode, prune, default and convert; the strategies of module apimachinery prepare
// and validate; its TableConvertor prints; package openapiv3 has the schemas that field managers need.
//
// The library shares memory between arguments and results, and apiserver writes into objects: each codec
// hands over a copy.
package custom
