// Package served compares crdserver with the reference server: sequences of requests to both, answer by
// answer. With the same webhooks in both, what the webhooks see is compared too; the reference reads their configurations
// from a fake client, since it does not store them.
package served
