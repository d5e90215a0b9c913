// Package hostile has clients that send requests which no client should send, to test the
// handlers of webhooks: over connections of their own, since net/http would not send them.
package hostile
