// Package requests compares what surrounds the body of a request with the reference: query
// parameters, Accept headers and Warning headers.
package requests
