package walk_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/internal/oracle/live"
)

func TestMain(m *testing.M) { os.Exit(live.Main(m)) }

var updateWalk = flag.Bool("update-walk", false, "write the answers of the reference to a walk")

const walkDir = "../../../examples/apiserver/testdata/"

// walkStep is a request of the walk of examples/apiserver.
type walkStep struct {
	Name, Request, ContentType, Accept, Body, Until string
}

// walkAnswer is the answer to a step, without times, uids and revisions.
type walkAnswer struct {
	Name     string   `json:"name"`
	Code     int      `json:"code"`
	Type     string   `json:"type"`
	Warnings []string `json:"warnings,omitempty"`
	Body     string   `json:"body"`
}

// TestWalk checks that the answers which examples/apiserver expects are the reference's.
func TestWalk(t *testing.T) {
	text, err := os.ReadFile(walkDir + "walk.yaml")
	require.NoError(t, err)
	var steps []walkStep
	require.NoError(t, yaml.UnmarshalStrict(text, &steps))
	reference := live.Start(t)
	var got []walkAnswer
	last := ""
	for _, step := range steps {
		step.Body = strings.ReplaceAll(step.Body, "LAST", last)
		var answer walkAnswer
		answer, last = step.answer(reference)
		got = append(got, answer)
	}
	if *updateWalk {
		out, err := yaml.Marshal(got)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(walkDir+"answers.yaml", out, 0o600))
	}
	var want []walkAnswer
	text, err = os.ReadFile(walkDir + "answers.yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &want))
	require.Equal(t, want, got)
}

// answer sends a step, again and again until the answer has the text that it waits for. It also returns the
// resourceVersion in the answer.
func (s walkStep) answer(reference *live.Server) (a walkAnswer, revision string) {
	method, path, _ := strings.Cut(s.Request, " ")
	headers := map[string]string{"Accept": "application/json", "User-Agent": "walk/1"}
	if s.Accept != "" {
		headers["Accept"] = s.Accept
	}
	if s.ContentType != "" {
		headers["Content-Type"] = s.ContentType
	}
	for try := 0; ; try++ {
		a := reference.Send(method, path, headers, []byte(s.Body))
		if s.Until == "" || strings.Contains(string(a.Text), s.Until) || try == 100 {
			meta, _ := a.Body["metadata"].(map[string]any)
			revision, _ = meta["resourceVersion"].(string)
			return walkAnswer{s.Name, a.Code, a.Header.Get("Content-Type"), a.Warnings, withoutAccidents(string(a.Text))}, revision
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// accidents differ from run to run.
var accidents = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`), "TIME"},
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "UID"},
	{regexp.MustCompile(`(resourceVersion\\*"?: ?\\*")\d+`), `${1}REVISION`},
	{regexp.MustCompile(`"\d+s"`), `"AGE"`},
	{regexp.MustCompile(`"continue":"[^"]+"`), `"continue":"TOKEN"`},
	{regexp.MustCompile(`,?\{"manager":"walk.test",.*?"subresource":"status"\}`), ""}, // its controllers
	{regexp.MustCompile(`"managedFields":\[,`), `"managedFields":[`},
	{regexp.MustCompile(`/registry/apiextensions.kubernetes.io/`), "/registry/"},
}

func withoutAccidents(text string) string {
	for _, a := range accidents {
		text = a.pattern.ReplaceAllString(text, a.text)
	}
	return text
}
