package main

import "sigs.k8s.io/controller-runtime/pkg/metrics/filters"

// filter links the CEL of k8s.io/apiserver.
var filter = filters.WithAuthenticationAndAuthorization
