// Package apply compares package structural/apply with the server's own field manager,
// k8s.io/apimachinery/pkg/util/managedfields, built as k8s.io/apiextensions-apiserver
// builds it. It has no code of its own.
package apply
