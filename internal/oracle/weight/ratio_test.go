package weight

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
)

// BenchmarkRatioProcess measures whole processes, which start, read a CRD and an object, and print the verdict: for a
// small CRD with a rule, and for the largest CRD of the corpus that has an object; as programs of this machine and, if
// node is in the PATH, as WebAssembly.
func BenchmarkRatioProcess(b *testing.B) {
	crd, object := largest(b)
	inputs := []struct{ name, crd, object string }{
		{"small", "testdata/crd.yaml", "testdata/object.yaml"},
		{"largest", crd, object},
	}
	for _, on := range platforms() {
		dir := b.TempDir()
		build := exec.Command("go", "build", "-o", dir, "./ours", "./reference")
		build.Env = append(os.Environ(), on.env...)
		out, err := build.CombinedOutput()
		require.NoError(b, err, string(out))
		for _, in := range inputs {
			b.Run(on.name+"/"+in.name, func(b *testing.B) {
				run := func(program string) func() {
					args := slices.Concat(on.runner, []string{filepath.Join(dir, program), in.crd, in.object})
					return func() { require.NoError(b, exec.Command(args[0], args[1:]...).Run()) }
				}
				ratio.Run(b, ratio.Case{Ours: run("ours"), Upstream: run("reference")})
			})
		}
	}
}

// platform is where programs run.
type platform struct {
	name   string
	env    []string // of the build
	runner []string // the command before the program
}

func platforms() []platform {
	out := []platform{{name: "native"}}
	if _, err := exec.LookPath("node"); err == nil {
		out = append(out, platform{"wasm", []string{"GOOS=js", "GOARCH=wasm"}, []string{filepath.Join(runtime.GOROOT(), "lib", "wasm", "go_js_wasm_exec")}})
	}
	return out
}

// largest returns the files of the CRD with the longest text, among those with objects, and of an object.
func largest(b *testing.B) (crd, object string) {
	all := corpus.Load(b)
	size := int64(0)
	for _, c := range all.CRDs {
		file := filepath.Join(all.Dir, c.File)
		info, err := os.Stat(file)
		require.NoError(b, err)
		if len(c.Objects) > 0 && info.Size() > size {
			crd, object, size = file, filepath.Join(all.Dir, c.Objects[0].File), info.Size()
		}
	}
	return crd, object
}
