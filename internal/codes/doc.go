// Package codes lists the errors of this module: the stable code of each, what it means,
// where it is found, and its detail as a Kubernetes API server words it. There is one file
// for each package that reports errors; docs/ERRORS.md is generated from their comments.
//
// A comment on a code ends with the path of the error, unless it is the root. The constants
// and functions next to the codes word the details of the errors: they are behavior, and
// equal the server's to the byte. A Message is the server's, too, but not printed. Package
// gotype has the details for the codes in gotype.go.
package codes

import (
	"github.com/seed95800270/crdschema/structural/field"
)

// Code identifies an error regardless of its wording.
type Code = field.Code
