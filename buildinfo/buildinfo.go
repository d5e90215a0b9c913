// Package buildinfo reports the versions of Go and of modules with which a program is built, as far as they may decide
// answers of this library, and whether this library was tested with them. Go selects the newest version of a module that
// any module of a program asks for: it may be newer than all tested ones.
//
//	for _, d := range buildinfo.Read() {
//		if d.State == buildinfo.Untested {
//			log.Printf("%s %s may decide %s; tested: %s", d.Module, d.Version, d.Decides, d.Tested)
//		}
//	}
//
// This package may still change in minor releases.
package buildinfo

import (
	"go/version"
	"runtime/debug"
	"slices"
	"strings"
)

// Dependency is Go or a module, with the version in a program.
type Dependency struct {
	// Module is the path of a module, or "go".
	Module string `json:"module"`
	// Version is the version in the program, "" if State is Unlinked or Unknown. The version of a module that a
	// directory replaces is "(devel)".
	Version string `json:"version,omitempty"`
	// State says whether Version is in Tested.
	State State `json:"state"`
	// Tested has the versions with which the tests of this library run, the oldest first. Those of Go are language
	// versions: patch releases count as tested.
	Tested []string `json:"tested"`
	// Decides says which answers depend on the module.
	Decides string `json:"decides"`
}

// Read returns Go and all modules that may decide answers, from the build information of the running program
// ([debug.ReadBuildInfo]). It returns the same modules in every program. The binary of go test does not name its
// modules, and other build systems may record nothing: those modules are Unknown.
func Read() []Dependency {
	info, _ := debug.ReadBuildInfo()
	return describe(info)
}

// describe returns the dependencies of a program, or unknown ones if info is nil.
func describe(info *debug.BuildInfo) []Dependency {
	out := make([]Dependency, len(dependencies))
	for i, d := range dependencies {
		d.Tested = slices.Clone(d.Tested)
		if info != nil {
			d.State = absent(info)
			d.resolve(info)
		}
		out[i] = d
	}
	return out
}

// absent returns the state of a module that info does not name.
func absent(info *debug.BuildInfo) State {
	if len(info.Deps) == 0 { // a test binary
		return Unknown
	}
	return Unlinked
}

// resolve sets the version and the state, unless the program does not link the module.
func (d *Dependency) resolve(info *debug.BuildInfo) {
	if d.Module == goModule {
		release, _, _ := strings.Cut(info.GoVersion, " ") // experiments follow
		d.set(info.GoVersion, version.Lang(release))
		return
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		switch {
		case m.Path != d.Module:
		case m.Replace == nil:
			d.set(m.Version, m.Version)
		case m.Replace.Path == m.Path:
			d.set(m.Replace.Version, m.Replace.Version)
		default: // other code
			d.set("(devel)", "")
		}
	}
}

// set sets the version, which is tested if its release is.
func (d *Dependency) set(version, release string) {
	d.Version, d.State = version, Untested
	if slices.Contains(d.Tested, release) {
		d.State = Tested
	}
}
