// Package codes lists the errors of this module: the stable code of each, what
// it means, where it is found, and the words of a Kubernetes API server. There is
// one file for each package that reports errors; docs/ERRORS.md is made of their
// comments.
//
// A comment on a code says what is wrong and ends with the place of the error:
// "Found at the string." Functions next to the codes return the server's words,
// which are behavior and equal those of the server to the byte.
package codes

import "github.com/seed95800270/crdschema/internal/field"

// Code identifies an error regardless of its wording.
type Code = field.Code
