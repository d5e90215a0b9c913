// Package kubeversion reads the names of Kubernetes versions that callers pass to
// WithKubernetesVersion: the minor version of a server, "1.37". The compatibility
// version, one minor below, is derived from it where it matters and never passed.
package kubeversion

import (
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural/field"
)

// Oldest and Newest are the first and the last supported minor version.
const (
	Oldest = 30
	Newest = 37
)

// Minor returns the number behind "1." of a supported version, or an error that
// names the supported ones.
func Minor(version string) (minor int, err *field.Error) {
	minor, failed := strconv.Atoi(strings.TrimPrefix(version, "1."))
	if failed != nil || minor < Oldest || minor > Newest || version != Name(minor) {
		return 0, field.Verbatim(field.Error{Kind: field.Internal, Code: codes.KubernetesVersion, Value: field.Omitted,
			Detail: codes.KubernetesVersionDetail(version, Oldest, Newest)})
	}
	return minor, nil
}

// Name returns the name of a minor version: "1.37" for 37.
func Name(minor int) string { return "1." + strconv.Itoa(minor) }
