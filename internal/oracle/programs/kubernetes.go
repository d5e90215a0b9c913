// Package programs builds programs for comparisons. Those of Kubernetes, kube-apiserver, etcd and kubectl,
// come from the module proxy. Their first build takes a quarter of an hour on two cores; they are kept in the
// user's cache.
package programs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Version is the version of k8s.io/kubernetes. The modules beside it are v0 with the same minor and patch.
const Version = "v1.37.2"

// NeedsKubernetes returns the folder of [Kubernetes]. It skips a test unless ORACLE_FULL is 1.
func NeedsKubernetes(tb testing.TB) string {
	tb.Helper()
	if os.Getenv("ORACLE_FULL") != "1" {
		tb.Skip("builds Kubernetes: ORACLE_FULL=1")
	}
	dir, err := Kubernetes(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return dir
}

// Kubernetes returns a folder with kube-apiserver, etcd and kubectl, as envtest wants it.
func Kubernetes(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "crdschema-oracle", "kubernetes-"+Version)
	for _, name := range []string{"kube-apiserver", "etcd", "kubectl"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return dir, build(ctx, dir)
		}
	}
	return dir, nil
}

// build builds the programs in a folder.
func build(ctx context.Context, dir string) error {
	module, err := os.MkdirTemp("", "kubernetes")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(module) }()
	text, err := manifest(ctx)
	if err != nil {
		return err
	}
	for name, content := range map[string]string{"go.mod": text, "imports.go": imports} {
		if err := os.WriteFile(filepath.Join(module, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	if _, err := run(ctx, module, "mod", "tidy", "-e"); err != nil {
		return err
	}
	for name, path := range map[string]string{
		"kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver", "kubectl": "k8s.io/kubernetes/cmd/kubectl", "etcd": "go.etcd.io/etcd/server/v3",
	} {
		if _, err := run(ctx, module, "build", "-ldflags", stamp, "-o", filepath.Join(dir, name), path); err != nil {
			return err
		}
	}
	return nil
}

// stamp gives the programs the version that a release has.
const stamp = "-X k8s.io/component-base/version.gitVersion=" + Version + " -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=37"

// imports keeps the programs in the list of required modules.
const imports = `//go:build tools

package programs

import (
	_ "go.etcd.io/etcd/server/v3"
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "k8s.io/kubernetes/cmd/kubectl"
)
`

var (
	staging = regexp.MustCompile(`(?m)^\s+(k8s\.io/[a-z-]+) => \./staging/.*$`)
	client  = regexp.MustCompile(`go\.etcd\.io/etcd/client/v3 (v\S+)`)
)

// manifest returns a go.mod that requires Kubernetes. Its repository replaces the modules beside it by folders
// that the module lacks: here they are the published ones.
func manifest(ctx context.Context) (string, error) {
	out, err := run(ctx, ".", "mod", "download", "-json", "k8s.io/kubernetes@"+Version)
	if err != nil {
		return "", err
	}
	var found struct{ GoMod string }
	if err := json.Unmarshal(out, &found); err != nil {
		return "", err
	}
	text, err := os.ReadFile(found.GoMod)
	if err != nil {
		return "", err
	}
	etcd := client.FindSubmatch(text)
	if etcd == nil {
		return "", fmt.Errorf("%s does not require etcd", found.GoMod)
	}
	var lines strings.Builder
	fmt.Fprintf(&lines, "module programs\n\ngo 1.26.0\n\ngodebug default=go1.26\n\nrequire k8s.io/kubernetes %s\nrequire go.etcd.io/etcd/server/v3 %s\n", Version, etcd[1])
	for _, module := range staging.FindAllSubmatch(text, -1) {
		fmt.Fprintf(&lines, "replace %s => %s v0%s\n", module[1], module[1], strings.TrimPrefix(Version, "v1"))
	}
	return lines.String(), nil
}

// run runs the go command in a folder and returns what it prints.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir, command.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, problems.String())
	}
	return out, nil
}
