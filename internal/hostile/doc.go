// Package hostile has clients that send malformed, endless and slow requests, to test the
// handlers of webhooks. They write to connections of their own, since net/http would not
// send such requests.
package hostile
