package fakeclient

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
)

// FindingKind says what is odd about a write that a server accepts.
type FindingKind string

const (
	// DroppedField is a field that the CRD does not specify: the server drops it. The Go type may be
	// newer than the CRD.
	DroppedField FindingKind = "DroppedField"
	// NoChange is a write that changes nothing: a reconciler could leave it out.
	NoChange FindingKind = "NoChange"
	// IgnoredChange is a change that the endpoint does not make: of the status in an Update, or of
	// anything else in an update of the status.
	IgnoredChange FindingKind = "IgnoredChange"
	// ZeroOverDefault is a zero value of a Go type in place of a default of the CRD.
	ZeroOverDefault FindingKind = "ZeroOverDefault"
	// Warning is a warning of the server or of a webhook.
	Warning FindingKind = "Warning"
	// ToleratedError is an error in a value that an update does not change. A new object would be
	// rejected for it.
	ToleratedError FindingKind = "ToleratedError"
)

// Finding is something odd about a write that a server accepts.
type Finding struct {
	Kind FindingKind
	// Verb is the method of the client: "Update", "Status().Patch".
	Verb string
	// GroupVersionKind, Namespace and Name identify the object.
	schema.GroupVersionKind
	types.NamespacedName
	// Message says what is odd. It begins with the path of the field, if there is one.
	Message string
	// At is the caller of the client: "controller.go:42".
	At string
}

// String returns the finding as a line: `controller.go:42: Update Widget ns/a: NoChange: …`.
func (f Finding) String() string {
	return fmt.Sprintf("%s: %s %s %s: %s: %s", f.At, f.Verb, f.GroupVersionKind.Kind, f.NamespacedName, f.Kind, f.Message)
}

// Findings are in the order of the writes.
type Findings []Finding

// String returns a line for each finding.
func (f Findings) String() string {
	lines := make([]string, len(f))
	for i, finding := range f {
		lines[i] = finding.String()
	}
	return strings.Join(lines, "\n")
}

// Of returns findings of some kinds, or all if none is named.
func (f Findings) Of(kinds ...FindingKind) Findings {
	var out Findings
	for _, finding := range f {
		if len(kinds) == 0 || slices.Contains(kinds, finding.Kind) {
			out = append(out, finding)
		}
	}
	return out
}

// mostFindings is the number of findings of a kind that are kept.
const mostFindings = 1_000

// Findings returns what was odd about the writes so far: the first 1,000 of each [FindingKind].
func (c *Client) Findings() Findings { return c.server.findings() }

func (s *server) findings() Findings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.found)
}

// add adds a finding about a request.
func (s *server) add(r *request, name string, kind FindingKind, message string) {
	key := types.NamespacedName{Namespace: r.namespace, Name: name}
	found := Finding{Kind: kind, Verb: r.verb, GroupVersionKind: r.version.gvk, NamespacedName: key, Message: message, At: caller()}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept[kind]++; s.kept[kind] <= mostFindings {
		s.found = append(s.found, found)
	}
}

func (s *server) warn(r *request, texts []string) {
	for _, text := range texts {
		s.add(r, r.name, Warning, text)
	}
}

// caller returns the first caller outside of this package and of the clients.
func caller() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		frame, more := frames.Next()
		if !ofClient(frame.Function) || strings.HasSuffix(frame.File, "_test.go") {
			return fmt.Sprintf("%s:%d", frame.File[strings.LastIndexByte(frame.File, '/')+1:], frame.Line)
		}
		if !more {
			return "unknown"
		}
	}
}

func ofClient(function string) bool {
	for _, prefix := range []string{"github.com/seed95800270/crdschema", "sigs.k8s.io/controller-runtime/pkg/client", "reflect."} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}
