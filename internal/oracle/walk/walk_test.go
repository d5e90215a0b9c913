package walk_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/walk"
)

func TestMain(m *testing.M) { os.Exit(live.Main(m)) }

var updateWalk = flag.Bool("update-walk", false, "write the answers of the reference to a walk")

const walkDir = "../../../examples/apiserver/testdata/"

// TestWalk checks that the answers which examples/apiserver expects are the reference's.
func TestWalk(t *testing.T) {
	text, err := os.ReadFile(walkDir + "walk.yaml")
	require.NoError(t, err)
	var steps []walk.Step
	require.NoError(t, yaml.UnmarshalStrict(text, &steps))
	reference := live.Start(t)
	var got []walk.Answer
	last := ""
	for _, step := range steps {
		var answer walk.Answer
		answer, last = send(reference, step.After(last))
		got = append(got, answer)
	}
	if *updateWalk {
		out, err := yaml.Marshal(got)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(walkDir+"answers.yaml", out, 0o600))
	}
	var want []walk.Answer
	text, err = os.ReadFile(walkDir + "answers.yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &want))
	require.Equal(t, want, got)
}

// send sends a step, again and again until the answer has the text that it waits for. It also returns the
// resourceVersion in the answer.
func send(reference *live.Server, s walk.Step) (answer walk.Answer, revision string) {
	method, path := s.Method()
	for try := 0; ; try++ {
		a := reference.Send(method, path, s.Headers(), []byte(s.Body))
		if text := string(a.Text); s.Until == "" || strings.Contains(text, s.Until) || try == 100 {
			return walk.Answer{Name: s.Name, Code: a.Code, Type: a.Header.Get("Content-Type"), Warnings: a.Warnings, Body: walk.Plain(text)}, walk.Revision(text)
		}
		time.Sleep(100 * time.Millisecond)
	}
}
