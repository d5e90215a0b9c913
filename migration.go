package crdschema

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/versionpriority"
)

// Migration is how far the move of stored objects to the storage version has
// come. It is plain data.
type Migration struct {
	// StoredVersions are the versions in which objects may be stored, as in
	// status.storedVersions; the storage version if there is no such list yet.
	StoredVersions []string
	// Versions are all versions that are declared, listed in StoredVersions or
	// found, highest priority first.
	Versions []VersionUse
}

// VersionUse is what a version is needed for.
type VersionUse struct {
	// Name is the name of the version.
	Name string
	// Declared: it stands in spec.versions. Served, Storage: its flags there.
	// Stored: it stands in status.storedVersions.
	Declared, Served, Storage, Stored bool
	// Objects is how many objects were found in this version.
	Objects int
	// Rewrite: there are objects of this version, or there may be, which have to
	// be written anew to get into the storage version: read each and update it
	// without a change.
	Rewrite bool
	// KeptInStatus says why the version must stay in status.storedVersions, and
	// KeptInSpec why it must stay in spec.versions; if it is not Declared, why the
	// server takes no update without it. They are empty if it may go.
	KeptInStatus, KeptInSpec string
}

// Migration tells which versions of objects are in storage, which objects must be
// written anew, and which versions may be dropped then, in this order:
//
//  1. Make another version the storage version. The server adds it to
//     status.storedVersions, and takes nothing out, ever.
//  2. Write anew the objects of the versions in [Migration.Rewrite].
//  3. Once they are counted to be none, update the status of the definition with
//     [Migration.Remaining] as storedVersions. A server does not check that list:
//     who drops a version too early cannot read its objects any more after step 4.
//  4. Remove the version from spec.versions. A server lets a version go that is
//     still served; clients get 404 (see [Definition.ServedVersions]), so stop
//     serving it some time before.
//
// objects is how many objects were found in storage, by their apiVersion there;
// [Definition.Read] gives objects at any version, so that only who has access to
// storage can count. nil is for everybody else: then there may be objects in all
// stored versions. Objects of another group are not counted.
//
// Rule: Kubernetes documentation, "Upgrade existing objects to a new stored
// version"; k8s.io/apiextensions-apiserver/pkg/registry/
// customresourcedefinition.
func (d *Definition) Migration(objects map[string]int) Migration {
	uses := map[string]*VersionUse{}
	use := func(name string) *VersionUse {
		if uses[name] == nil {
			uses[name] = &VersionUse{Name: name}
		}
		return uses[name]
	}
	for _, v := range d.versions {
		u := use(v.name)
		u.Declared, u.Served, u.Storage = true, v.served, v == d.storage
	}
	for _, name := range d.stored {
		use(name).Stored = true
	}
	for apiVersion, n := range objects {
		group, version := groupVersion(map[string]any{"apiVersion": apiVersion})
		if group == d.group && n > 0 {
			use(version).Objects += n
		}
	}
	m := Migration{StoredVersions: slices.Clone(d.stored)}
	for _, u := range uses {
		u.Rewrite = !u.Storage && (u.Objects > 0 || u.Stored && objects == nil)
		u.KeptInStatus, u.KeptInSpec = u.keptInStatus(objects != nil), u.keptInSpec(d.stored)
		m.Versions = append(m.Versions, *u)
	}
	slices.SortFunc(m.Versions, VersionUse.compare)
	return m
}

func (u VersionUse) compare(other VersionUse) int {
	if c := versionpriority.Compare(u.Name, other.Name); c != 0 {
		return c
	}
	return slices.Compare([]byte(u.Name), []byte(other.Name))
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

// keptInSpec is what a server says of a version that is missing but was stored.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionStoredVersions.
func (u *VersionUse) keptInSpec(stored []string) string {
	switch {
	case u.Stored:
		return stillStored(u.Name, lastIndex(stored, u.Name)).Error()
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

// lastIndex is the index that the server names of a version that is listed twice.
func lastIndex(list []string, e string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == e {
			return i
		}
	}
	return -1
}

func stillStored(version string, index int) *structural.Error {
	return &structural.Error{
		Path:  structural.Path{structural.Field("status"), structural.Field("storedVersions"), structural.Index(index)},
		Kind:  structural.Invalid,
		Value: version,
		Detail: fmt.Sprintf("missing from spec.versions; %[1]s was previously a storage version, and must remain in spec.versions "+
			"until a storage migration ensures no data remains persisted in %[1]s and removes %[1]s from status.storedVersions", version),
	}
}

// Rewrite are the versions whose objects have to be written anew.
func (m Migration) Rewrite() []string {
	return m.names(func(u VersionUse) bool { return u.Rewrite })
}

// Remaining are the stored versions without those that may be dropped from
// status.storedVersions now: what to write there. They keep their order.
func (m Migration) Remaining() []string {
	droppable := m.names(func(u VersionUse) bool { return u.Stored && u.KeptInStatus == "" })
	return slices.DeleteFunc(slices.Clone(m.StoredVersions), func(v string) bool { return slices.Contains(droppable, v) })
}

// Droppable are the versions that may be removed from spec.versions now.
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
