// Package conversion compares conversions with the reference: the strategy None,
// and the responses of webhooks, with both sides calling the same HTTPS server on
// loopback.
package conversion
