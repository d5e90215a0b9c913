package programs

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Process is a program that runs.
type Process struct {
	// Kubeconfig is the path of the kubeconfig that examples/apiserver prints.
	Kubeconfig string

	command  *exec.Cmd
	problems *bytes.Buffer
}

// StartAPIServer starts examples/apiserver, as [APIServer] builds it, and waits until it prints its kubeconfig.
func StartAPIServer(program string, flags ...string) (*Process, error) {
	path := ""
	p, err := start(program, flags, func(line string) (found bool) {
		path, found = kubeconfig(line)
		return found
	})
	if err == nil {
		p.Kubeconfig = path
	}
	return p, err
}

// StartCrdserver starts the program crdserver, as [Crdserver] builds it, and waits until it prints its kubeconfig.
func StartCrdserver(program string, flags ...string) (*Process, error) {
	return start(program, flags, func(line string) bool { return strings.HasPrefix(line, "current-context:") })
}

// start starts a program and waits until it prints a line.
func start(program string, flags []string, ready func(line string) bool) (*Process, error) {
	p := &Process{command: exec.Command(program, flags...), problems: &bytes.Buffer{}}
	p.command.Stderr = p.problems
	output, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(output); lines.Scan(); {
		if ready(lines.Text()) {
			go func() { _, _ = io.Copy(io.Discard, output) }() // until it ends
			return p, nil
		}
	}
	err = p.End(os.Kill)
	return nil, errors.Join(fmt.Errorf("%s prints no kubeconfig: %s", program, p.problems), err)
}

// End sends a signal to the program and waits for its end. The error has what the program has written to standard
// error, unless it ended as told.
func (p *Process) End(signal os.Signal) error {
	if p.command.ProcessState != nil {
		return nil // it has ended already
	}
	err := p.command.Process.Signal(signal)
	if wait := p.command.Wait(); wait != nil && signal != os.Kill {
		err = errors.Join(err, fmt.Errorf("%w\n%s", wait, p.problems))
	}
	return err
}
