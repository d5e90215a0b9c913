// Package crdserver is a Kubernetes API server for tests that starts in milliseconds, in the process of
// the test: custom resources and built-in kinds with all verbs, CRDs created at run time, watches, discovery and OpenAPI,
// over HTTPS, with the semantics of Kubernetes 1.37 from module github.com/seed95800270/crdschema.
//
//	server, err := crdserver.Start(ctx, crdserver.WithCRDs(manifests))
//	if err != nil {
//		t.Fatal(err)
//	}
//	defer server.Close()
//	config := &rest.Config{Host: server.URL, TLSClientConfig: rest.TLSClientConfig{CAData: server.CA}, BearerToken: server.Token}
//
// The program crdserver/assets replaces the binaries of the envtest package of controller-runtime.
//
// # State
//
// Objects are in memory and end with the server, unless [WithData] keeps them in a file: then a write is on the
// device before it is answered. One counter numbers all writes. Each resource
// remembers its last writes ([WithHistory]): a list or watch at an older revision is answered with 410,
// and a watch that does not read is ended.
//
// # Clients
//
// The user of the server has a client certificate and a bearer token. [WithClientCAs] adds the clients of
// other authorities: the common name and the organizations of a certificate are the name and the groups of a
// user. Clients request tokens of service accounts at serviceaccounts/NAME/token, and the server knows them until it
// ends. The headers of impersonation name another user, and a front proxy names users if [WithFrontProxy] trusts it. Every user may do everything, and reviews of
// access say so. The documents /healthz, /livez, /readyz and /version need no user.
//
// # Time
//
// The controllers of CRDs run before the request that writes a CRD is answered: a new CRD can be used
// at once.
//
// # Webhooks
//
// Admission webhooks are called as soon as their configuration is stored, at the URL in it, and the conversion
// webhooks of CRDs at theirs. The server connects to nothing else.
//
// # Faults
//
// [WithFaults] makes requests for objects go wrong on purpose, and [WithTrace] shows each request with its
// answer.
//
// # What is missing
//
// The built-in kinds of Kubernetes are served, but their values are not validated: a server does so in
// code. Nothing enforces RBAC and admission policies. The README has the list of what is not built. A request for
// an endpoint that is not built is answered with 404, 405 or 501.
package crdserver
