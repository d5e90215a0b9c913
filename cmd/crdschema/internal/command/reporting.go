package command

import (
	"fmt"
	"io"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
)

// reporting writes the items of one run to its reports, and counts them.
type reporting struct {
	out *outputs
	sum report.Summary
}

// begin opens the reports of a command.
func (o *outputFlags) begin(command string, stdout io.Writer) (*reporting, error) {
	out, err := o.open(command, stdout)
	return &reporting{out: out}, err
}

func (r *reporting) add(i *report.Item) error {
	r.sum.Add(i)
	return r.out.Item(i)
}

// end ends the reports, and returns the exit code as an error. An err that ended the run before is
// returned instead. A run without items is an error that names what was looked for.
func (r *reporting) end(err error, what string) error {
	if bad := r.out.end(&r.sum); bad != nil {
		return bad
	}
	switch {
	case err != nil:
		return err
	case r.sum.Total() == 0:
		return fmt.Errorf("there is nothing to judge in %s", what)
	default:
		return exit(r.sum.ExitCode())
	}
}
