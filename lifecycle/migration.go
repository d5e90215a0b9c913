package lifecycle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/versionpriority"
)

// Migration is the progress of migrating stored objects to the storage version.
type Migration struct {
	// StoredVersions are status.storedVersions, or else the storage version.
	StoredVersions []string
	// Versions are all declared, stored and found versions, highest priority first.
	Versions []VersionUse
}

// VersionUse is what a version is needed for.
type VersionUse struct {
	Name string
	// Declared reports whether the version is in spec.versions, with Served and Storage.
	Declared, Served, Storage bool
	// Stored reports whether the version is in StoredVersions.
	Stored bool
	// Objects is the number of objects found in this version.
	Objects int
	// Rewrite reports whether objects of this version were found, or may exist, and
	// must be rewritten: read each and update it without a change.
	Rewrite bool
	// KeptInStatus is why the version must stay in status.storedVersions, or empty.
	KeptInStatus string
	// KeptInSpec is why the version must stay in spec.versions or, if it is not Declared, why
	// the server rejects updates without it. It is empty if the version may be removed.
	KeptInSpec string
}

// PlanMigration returns the versions of objects in storage, the objects to rewrite, and the
// versions that may be removed. To migrate:
//
//  1. Make another version the storage version. The server adds it to
//     status.storedVersions, and never removes one there.
//  2. Rewrite the objects of the versions in [Migration.Rewrite].
//  3. Then update the status of the CRD with [Migration.Remaining] as
//     storedVersions. The server does not check this list: objects of a version
//     that is removed too early cannot be read after step 4.
//  4. Remove the version from spec.versions. The server allows this even if the
//     version is served, and clients then get 404, so stop serving it some time
//     before.
//
// objects is the number of objects found in storage, by their apiVersion there:
// "stable.example.com/v1beta1". Only programs with access to storage can count them. A nil map
// means that all stored versions may have objects. Objects of other groups are ignored;
// "v1beta1" is a version of the core group.
//
// Rule: Kubernetes documentation, "Upgrade existing objects to a new stored version";
// k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition.
func PlanMigration(ctx context.Context, crd map[string]any, objects map[string]int) (Migration, error) {
	w := work.Start(ctx, reading)
	crd, err := normalize(w, crd)
	if err != nil {
		return Migration{}, err
	}
	stored := storedVersions(w, crd)
	last := lastIndices(stored)
	m := Migration{StoredVersions: slices.Clone(stored)}
	for _, u := range usesOf(w, crd, stored, objects) {
		if !w.Step(stepsPerError) {
			break
		}
		u.Rewrite = !u.Storage && (u.Objects > 0 || u.Stored && objects == nil)
		u.KeptInStatus, u.KeptInSpec = u.keptInStatus(objects != nil), u.keptInSpec(last)
		m.Versions = append(m.Versions, *u)
	}
	work.SortFunc(w, m.Versions, VersionUse.compare)
	if err := w.Err(); err != nil {
		return Migration{}, err
	}
	return m, nil
}

func usesOf(w *work.Tracker, crd map[string]any, stored []string, objects map[string]int) map[string]*VersionUse {
	uses := map[string]*VersionUse{}
	use := func(name string) *VersionUse {
		if uses[name] == nil {
			uses[name] = &VersionUse{Name: name}
		}
		return uses[name]
	}
	definition := model.Skim(w, crd)
	storage := definition.StorageVersion()
	for i := range definition.Versions {
		if !w.Step(1) {
			break
		}
		v := &definition.Versions[i]
		u := use(v.Name)
		u.Declared, u.Served, u.Storage = true, v.Served, v == storage
	}
	for _, name := range stored {
		use(name).Stored = true
	}
	for apiVersion, n := range objects {
		group, version, found := strings.Cut(apiVersion, "/")
		if found && group == definition.Group && n > 0 {
			use(version).Objects += n
		}
	}
	return uses
}

func (u VersionUse) compare(other VersionUse) int {
	if c := versionpriority.Compare(u.Name, other.Name); c != 0 {
		return c
	}
	return strings.Compare(u.Name, other.Name)
}

func (u *VersionUse) keptInStatus(counted bool) string {
	switch {
	case !u.Stored:
		return ""
	case u.Storage:
		return u.Name + " is the storage version: a server adds it again with the next update"
	case u.Objects > 0:
		return fmt.Sprintf("%d objects are stored in %s", u.Objects, u.Name)
	case !counted:
		return "objects may be stored in " + u.Name
	default:
		return ""
	}
}

// keptInSpec returns KeptInSpec. For a stored version it is the server's error. last is the
// result of [lastIndices].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionStoredVersions.
func (u *VersionUse) keptInSpec(last map[string]int) string {
	switch {
	case u.Stored:
		return stillStored(u.Name, last[u.Name]).Error()
	case !u.Declared:
		return ""
	case u.Storage:
		return u.Name + " is the storage version: make another one the storage version first"
	case u.Objects > 0:
		return fmt.Sprintf("%d objects are stored in %s and could not be read any more", u.Objects, u.Name)
	default:
		return ""
	}
}

// lastIndices returns the last index of each element of list. The server prints it for a
// version that is listed twice.
func lastIndices(list []string) map[string]int {
	last := make(map[string]int, len(list))
	for i, e := range list {
		last[e] = i
	}
	return last
}

func stillStored(version string, index int) *structural.Error {
	return &structural.Error{
		Path:   structural.Path{structural.Field("status"), structural.Field("storedVersions"), structural.Index(index)},
		Kind:   field.Invalid,
		Code:   codes.StoredVersionRemoved,
		Value:  version,
		Detail: codes.StoredVersionRemovedDetail(version),
	}
}

// Rewrite returns the versions whose objects must be rewritten.
func (m Migration) Rewrite() []string {
	return m.names(func(u VersionUse) bool { return u.Rewrite })
}

// Remaining returns the new status.storedVersions, in their order.
func (m Migration) Remaining() []string {
	removable := map[string]bool{}
	for _, name := range m.names(func(u VersionUse) bool { return u.Stored && u.KeptInStatus == "" }) {
		removable[name] = true
	}
	return slices.DeleteFunc(slices.Clone(m.StoredVersions), func(v string) bool { return removable[v] })
}

// Droppable returns the versions that may be removed from spec.versions now.
func (m Migration) Droppable() []string {
	return m.names(func(u VersionUse) bool { return u.Declared && u.KeptInSpec == "" })
}

func (m Migration) names(is func(VersionUse) bool) []string {
	var out []string
	for _, u := range m.Versions {
		if is(u) {
			out = append(out, u.Name)
		}
	}
	return out
}
