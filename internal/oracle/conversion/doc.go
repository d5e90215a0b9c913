// Package conversion compares conversions with the reference: the strategy
// None, and what a server makes of the answers of a webhook, both sides calling
// the same HTTPS server on loopback.
package conversion
