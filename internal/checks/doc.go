// Package checks compares the object of a request with its URL and with the stored object.
// Functions return the Status with which the server rejects the request, or nil.
package checks
