package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/crdserver"
)

// readFaults returns the faults of a file, none without a name.
func readFaults(name string) ([]crdserver.Fault, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []struct {
		crdserver.Fault
		Delay string `json:"delay,omitempty"` // "10s" in place of nanoseconds
	}
	if err := yaml.UnmarshalStrict(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	faults := make([]crdserver.Fault, len(list))
	for i, f := range list {
		faults[i] = f.Fault
		if f.Delay == "" {
			continue
		}
		if faults[i].Delay, err = time.ParseDuration(f.Delay); err != nil {
			return nil, fmt.Errorf("%s: fault %d: %w", name, i, err)
		}
	}
	return faults, nil
}

// traceFile writes exchanges.
type traceFile struct {
	mu   sync.Mutex
	file *os.File // nil: none
	err  error
}

func openTrace(name string) (*traceFile, error) {
	if name == "" {
		return &traceFile{}, nil
	}
	file, err := os.Create(name)
	return &traceFile{file: file}, err
}

// traceLine is an exchange whose bodies are texts. Other bodies, such as protobuf, are in base64.
type traceLine struct {
	crdserver.Exchange
	Request       string `json:"request,omitempty"`
	RequestBase64 []byte `json:"requestBase64,omitempty"`
	Answer        string `json:"answer,omitempty"`
	AnswerBase64  []byte `json:"answerBase64,omitempty"`
}

func newTraceLine(x crdserver.Exchange) traceLine {
	out := traceLine{Exchange: x}
	if out.Request = string(x.Request); !utf8.Valid(x.Request) {
		out.Request, out.RequestBase64 = "", x.Request
	}
	if out.Answer = string(x.Answer); !utf8.Valid(x.Answer) {
		out.Answer, out.AnswerBase64 = "", x.Answer
	}
	return out
}

func (t *traceFile) write(x crdserver.Exchange) {
	line, err := json.Marshal(newTraceLine(x))
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil {
		_, err = t.file.Write(append(line, '\n'))
	}
	if t.err == nil {
		t.err = err
	}
}

// close returns the first error of a write, too.
func (t *traceFile) close() error {
	if t.file == nil {
		return nil
	}
	if err := t.file.Close(); t.err == nil {
		t.err = err
	}
	return t.err
}
