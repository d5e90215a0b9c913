package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
)

// Schema is the JSON schema of the format json.
//
//go:embed schema.json
var Schema []byte

// jsonReport writes one JSON object, an item a line.
type jsonReport struct {
	to    io.Writer
	o     Options
	begun bool
}

func newJSON(to io.Writer, o Options) Writer { return &jsonReport{to: to, o: o} }

func (j *jsonReport) begin() error {
	if j.begun {
		_, err := io.WriteString(j.to, ",\n")
		return err
	}
	j.begun = true
	_, err := fmt.Fprintf(j.to, "{\"reportVersion\":1,\"command\":%q,\"items\":[\n", j.o.Command)
	return err
}

func (j *jsonReport) Item(i *Item) error {
	if err := j.begin(); err != nil {
		return err
	}
	return writeJSON(j.to, i)
}

func (j *jsonReport) End(s *Summary) error {
	if !j.begun {
		if err := j.begin(); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(j.to, "\n],\"summary\":"); err != nil {
		return err
	}
	if err := writeJSON(j.to, s); err != nil {
		return err
	}
	_, err := io.WriteString(j.to, "}\n")
	return err
}

// writeJSON writes a value on one line, without escaping <, > and &.
func writeJSON(to io.Writer, v any) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	_, err := to.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
	return err
}
