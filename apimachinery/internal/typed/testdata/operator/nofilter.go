package main

import (
	"net/http"

	"k8s.io/client-go/rest"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// filter is nil: k8s.io/apiserver v0.32 does not compile with cel-go v0.23 and later.
var filter func(*rest.Config, *http.Client) (metricsserver.Filter, error)
