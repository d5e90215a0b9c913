package buildinfo

import (
	"encoding/json"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const celGo = "github.com/google/cel-go"

func TestStates(t *testing.T) {
	for name, c := range map[string]struct {
		info    *debug.BuildInfo
		version string
		state   State
	}{
		"none":      {nil, "", Unknown},
		"test":      {&debug.BuildInfo{Main: debug.Module{Path: "example.com/program"}}, "", Unknown},
		"unlinked":  {withModule(debug.Module{Path: "example.com/another", Version: "v1.0.0"}), "", Unlinked},
		"tested":    {withModule(debug.Module{Path: celGo, Version: "v0.29.2"}), "v0.29.2", Tested},
		"newer":     {withModule(debug.Module{Path: celGo, Version: "v0.99.0"}), "v0.99.0", Untested},
		"replaced":  {withModule(debug.Module{Path: celGo, Version: "v0.99.0", Replace: &debug.Module{Path: celGo, Version: "v0.29.2"}}), "v0.29.2", Tested},
		"fork":      {withModule(debug.Module{Path: celGo, Version: "v0.29.2", Replace: &debug.Module{Path: "example.com/cel-go", Version: "v0.29.2"}}), "(devel)", Untested},
		"directory": {withModule(debug.Module{Path: celGo, Version: "v0.29.2", Replace: &debug.Module{Path: "../cel-go"}}), "(devel)", Untested},
		"main":      {&debug.BuildInfo{Main: debug.Module{Path: celGo, Version: "(devel)"}}, "(devel)", Untested},
	} {
		d := find(t, describe(c.info), celGo)
		assert.Equal(t, c.version, d.Version, name)
		assert.Equal(t, c.state, d.State, name)
	}
}

func withModule(m debug.Module) *debug.BuildInfo {
	return &debug.BuildInfo{Deps: []*debug.Module{{Path: "example.com/other", Version: "v1.0.0"}, &m}}
}

func find(t *testing.T, all []Dependency, module string) Dependency {
	for _, d := range all {
		if d.Module == module {
			return d
		}
	}
	require.Fail(t, "missing", module)
	return Dependency{}
}

func TestGo(t *testing.T) {
	for version, state := range map[string]State{
		"go1.26.8": Tested, "go1.24": Tested, "go1.26.8 X:nodwarf5": Tested,
		"go1.23.1": Untested, "go1.99rc1": Untested, "devel go1.99-abc": Untested, "": Untested,
	} {
		d := describe(&debug.BuildInfo{GoVersion: version})[0]
		assert.Equal(t, Dependency{Module: "go", Version: version, State: state, Tested: d.Tested, Decides: d.Decides}, d)
	}
}

// TestReadOfATest checks that a test binary, which does not name its modules, does not call them Unlinked.
func TestReadOfATest(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	require.True(t, ok)
	if len(info.Deps) == 0 {
		assert.Equal(t, Unknown, find(t, Read(), celGo).State)
	}
}

// TestReadDoesNotShare checks that a caller may modify the result.
func TestReadDoesNotShare(t *testing.T) {
	all := Read()
	all[0].Tested[0] = "changed"
	assert.NotEqual(t, all[0].Tested, Read()[0].Tested)
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(Dependency{Module: "m", Version: "v1", State: Untested, Tested: []string{"v0"}, Decides: "all"})
	require.NoError(t, err)
	assert.Equal(t, `{"module":"m","version":"v1","state":"untested","tested":["v0"],"decides":"all"}`, string(text))
	assert.Equal(t, "unknown", State(99).String())
}
