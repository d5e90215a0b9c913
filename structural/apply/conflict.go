package apply

import (
	"fmt"
	"slices"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v4/merge"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/status"
)

// Conflict is a field of another manager that the configuration would change.
type Conflict struct {
	// Manager is the name of the other manager: "kubectl".
	Manager string
	// Operation is how it got the field: "Apply" or "Update".
	Operation string
	// APIVersion is the version of its update. It is empty for an apply.
	APIVersion string
	// Subresource is the subresource of its request, or empty.
	Subresource string
	// Path locates the field. Numbers in it are float64.
	Path Path
}

// ConflictError is the error of [Applier.Apply] about conflicts. crdschema.StatusOf returns
// its Status.
type ConflictError struct {
	// Conflicts are sorted by manager. The order in a server's answer varies.
	Conflicts []Conflict
}

func newConflictError(found merge.Conflicts) *ConflictError {
	sorted := slices.Clone(found)
	slices.SortStableFunc(sorted, func(a, b merge.Conflict) int { return strings.Compare(a.Manager, b.Manager) })
	e := &ConflictError{Conflicts: make([]Conflict, len(sorted))}
	for i, c := range sorted {
		id := managedfields.OfID(c.Manager)
		e.Conflicts[i] = Conflict{Manager: id.Manager, Operation: id.Operation, APIVersion: id.APIVersion,
			Subresource: id.Subresource, Path: pathOf(c.Path)}
	}
	return e
}

// String returns the server's words for the manager: `"kubectl" using example.com/v1`.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, printManager.
func (c Conflict) String() string {
	text := fmt.Sprintf("%q", c.Manager)
	if c.Subresource != "" {
		text += fmt.Sprintf(" with subresource %q", c.Subresource)
	}
	if c.Operation == managedfields.Update {
		text += " using " + c.APIVersion
	}
	return text
}

// Error returns the message of the server.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, getConflictMessage.
func (e *ConflictError) Error() string {
	if len(e.Conflicts) == 1 {
		return fmt.Sprintf("Apply failed with 1 conflict: conflict with %v: %v", e.Conflicts[0], e.Conflicts[0].Path)
	}
	var lines []string
	for i, c := range e.Conflicts {
		if i == 0 || !c.sameManager(e.Conflicts[i-1]) {
			lines = append(lines, fmt.Sprintf("conflicts with %v:", c))
		}
		lines = append(lines, "- "+c.Path.String())
	}
	return fmt.Sprintf("Apply failed with %d conflicts: %s", len(e.Conflicts), strings.Join(lines, "\n"))
}

func (c Conflict) sameManager(d Conflict) bool {
	return c.Manager == d.Manager && c.Operation == d.Operation && c.APIVersion == d.APIVersion && c.Subresource == d.Subresource
}

// Unwrap returns the Status.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewApplyConflict.
func (e *ConflictError) Unwrap() error { return e.Status() }

// Status returns the server's answer (409), with a cause for each conflict.
func (e *ConflictError) Status() *crdschema.Status {
	causes := make([]status.Cause, len(e.Conflicts))
	for i, c := range e.Conflicts {
		causes[i] = status.Cause{Message: "conflict with " + c.String(), Field: c.Path.String()}
	}
	return status.ApplyConflict(e.Error(), causes)
}
