// Assets prints a folder with the programs that the envtest package of controller-runtime starts,
// kube-apiserver and etcd. A suite runs without a changed line, and without a download:
//
//	KUBEBUILDER_ASSETS=$(go run github.com/seed95800270/crdschema/crdserver/assets) go test ./...
//
// Both are copies of this program. kube-apiserver is a crdserver: its package comment says what it
// answers, and what not. Flags without an effect are named on standard error. etcd answers that it is
// healthy, and 501 Not Implemented to all else: the objects are in kube-apiserver.
//
// The folder is below the user's cache folder, or else the one that -dir names. There is no kubectl.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, programName(os.Args[0]), os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// programs are the copies by their names.
var programs = map[string]func(ctx context.Context, args []string, out, diagnostics io.Writer) error{
	"kube-apiserver": runAPIServer,
	"etcd":           runEtcd,
}

// run runs the program with a name.
func run(ctx context.Context, name string, args []string) error {
	if program := programs[name]; program != nil {
		return program(ctx, args, os.Stdout, os.Stderr)
	}
	flags := flag.NewFlagSet("assets", flag.ContinueOnError)
	dir := flags.String("dir", "", "the folder for the programs; the default is below the user's cache folder")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		*dir = filepath.Join(cache, "crdserver-assets")
	}
	if err := install(*dir); err != nil {
		return err
	}
	fmt.Println(*dir)
	return nil
}

func programName(path string) string { return strings.TrimSuffix(filepath.Base(path), ".exe") }

// install copies this program to dir under the names of the programs.
func install(dir string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name := range programs {
		if err := replace(filepath.Join(dir, name+filepath.Ext(self)), self); err != nil {
			return err
		}
	}
	return nil
}

// replace makes target a copy of a program. Others may be running the former one, or do the same.
func replace(target, program string) error {
	from, err := os.Open(program)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.CreateTemp(filepath.Dir(target), filepath.Base(target)+".*")
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	err = errors.Join(err, to.Chmod(0o755), to.Close())
	if err == nil {
		err = os.Rename(to.Name(), target)
	}
	if err != nil {
		return errors.Join(err, os.Remove(to.Name()))
	}
	return nil
}
