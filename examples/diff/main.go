// Diff prints what a server-side apply would change, as `kubectl diff --server-side` does,
// without a server.
//
//	diff [flags] -crd FILE LIVE DESIRED
//	diff [flags]
//
// LIVE has the objects of the server, as `kubectl get -o yaml --show-managed-fields`
// prints them, and DESIRED the configurations to apply. Both are files of YAML or JSON,
// or - for standard input, with any number of documents and lists. A configuration
// without an object of its name in LIVE creates one. FILE holds CRDs; other objects in it
// are ignored. The flag may be repeated. Flags come before the files.
//
// Without files, diff compares a built-in pair that has five textual differences.
//
// # Flags
//
// -h lists the flags. -naive leaves out metadata and status that only a server sets.
//
// # Output
//
// Changes follow the name of an object, each on a line: added with +, removed with -,
// modified with ~, a list in another order with ↕. They are colored on a terminal unless the
// environment variable NO_COLOR is set. Managed fields, the resource version and the
// generation are left out.
//
// # Exit code
//
// As for kubectl diff: 0 if nothing would change, 1 if something would, and 2 if an object
// would be rejected or cannot be compared. `go run` exits with 1 instead of 2.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

var (
	//go:embed testdata/crd.yaml
	builtInCRD []byte
	//go:embed testdata/live.yaml
	builtInLive []byte
	//go:embed testdata/desired.yaml
	builtInDesired []byte
)

const (
	exitSame = iota
	exitChanged
	exitFailed
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, colored(os.Stdout)))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer, paint painter) int {
	o, err := parseArgs(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitSame
	case err != nil: // printed
		return exitFailed
	}
	in, err := o.read(context.Background(), stdin)
	if err != nil {
		fmt.Fprintln(stderr, "diff:", err)
		return exitFailed
	}
	pairs, err := in.pairs(o.skip)
	if err != nil {
		fmt.Fprintln(stderr, "diff:", err)
		return exitFailed
	}
	code := exitSame
	for _, p := range pairs {
		if p.unmanaged() {
			fmt.Fprintf(stderr, "diff: %s: the live object has no managed fields; does it come from kubectl get --show-managed-fields?\n", p.name())
		}
		changed, err := o.compare(context.Background(), in, p, stdout, paint)
		switch {
		case err != nil:
			fmt.Fprintf(stderr, "diff: %s: %v\n", p.name(), err)
			code = exitFailed
		case changed:
			code = max(code, exitChanged)
		}
	}
	return code
}

type options struct {
	crds          []string
	live, desired string // empty for the built-in pair
	manager       string
	namespace     string

	force, naive, skip bool

	now time.Time
}

func parseArgs(args []string, stderr io.Writer) (*options, error) {
	o := &options{now: time.Now()}
	flags := flag.NewFlagSet("diff", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Func("crd", "a `FILE` with definitions; may be repeated", func(file string) error {
		o.crds = append(o.crds, file)
		return nil
	})
	flags.BoolVar(&o.force, "force", false, "take over fields of other managers")
	flags.StringVar(&o.manager, "manager", "kubectl", "the `NAME` of the field manager")
	flags.StringVar(&o.namespace, "n", "default", "the `NAMESPACE` of objects without one")
	flags.BoolVar(&o.skip, "skip", false, "ignore configurations of kinds without a CRD")
	flags.BoolVar(&o.naive, "naive", false, "also print how many differences a textual comparison finds")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: diff [flags] -crd FILE LIVE DESIRED\n       diff [flags]")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	switch {
	case flags.NArg() == 0 && len(o.crds) == 0:
		o.naive = true
	case flags.NArg() == 2 && len(o.crds) > 0:
		o.live, o.desired = flags.Arg(0), flags.Arg(1)
		if o.live == "-" && o.desired == "-" {
			return nil, o.wrong(flags, "standard input can be read once only")
		}
	case flags.NArg() == 2:
		return nil, o.wrong(flags, "there is no -crd FILE before the files")
	default:
		return nil, o.wrong(flags, fmt.Sprintf("there are %d files, not LIVE and DESIRED", flags.NArg()))
	}
	return o, nil
}

func (o *options) wrong(flags *flag.FlagSet, what string) error {
	fmt.Fprintln(flags.Output(), "diff:", what)
	flags.Usage()
	return errors.New(what)
}

// painter returns a line in the color of its mark.
type painter func(line string) string

// colored returns the painter of a file: a terminal has colors.
func colored(out *os.File) painter {
	info, err := out.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 || os.Getenv("NO_COLOR") != "" {
		return func(line string) string { return line }
	}
	return paintLine
}

func paintLine(line string) string {
	colors := map[string]string{"+": "\x1b[32m", "-": "\x1b[31m", "~": "\x1b[33m"}
	if color := colors[line[:min(1, len(line))]]; color != "" {
		return color + line + "\x1b[0m"
	}
	return line
}

func (paint painter) print(w io.Writer, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintln(w, paint(strings.TrimSuffix(line, "\n")))
	}
}
