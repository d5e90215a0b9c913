package crdtest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdtest"
	"github.com/seed95800270/crdschema/document"
)

// acceptanceFrame is the CRD around the schemas of the cases.
const acceptanceFrame = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab, shortNames: [ct]}
  versions: [{name: v1, served: true, storage: true, schema: {}}]
`

// needsWebhook is why a table cannot ask a case. TestAcceptance of the root package runs it.
const needsWebhook = "tables have no webhooks; TestAcceptance of package crdschema runs this case"

// notInTables are the cases that a table cannot ask: why, or the error of the table.
var notInTables = map[string]string{
	"webhook-write-at-other-version":   needsWebhook,
	"webhook-failure-breaks-write":     needsWebhook,
	"default-after-mutating-admission": needsWebhook,
	"status-update-not-enabled":        "the version v1 of crontabs.stable.example.com has no status subresource",
	"crontab-object-kind-must-match":   `the object with apiVersion "stable.example.com/v1" and kind "Crontab" is not of the definitions crontabs`,
	"crontab-object-group-must-match":  `the object with apiVersion "stable.example.org/v1" and kind "CronTab" is not of the definitions crontabs`,
}

// TestAcceptance runs the cases of testdata/acceptance that write a custom object as tables: a
// file with a CRD, and a file with one case that expects the server's whole answer. Cases that
// create a CRD are loaded: the error has all texts of the server, or there is none.
func TestAcceptance(t *testing.T) {
	counts := map[string]int{}
	for _, c := range acceptanceCases(t) {
		kind := c.kind()
		counts[kind]++
		switch kind {
		case "object":
			t.Run(c.name(), c.runTable)
		case "crd":
			t.Run(c.name(), c.load)
		case "v1beta1":
			_, err := crdtest.Parse(t.Context(), "crd.yaml", marshaled(t, c.crd(t)).Data)
			assert.ErrorContains(t, err, "crd.yaml:1:1: the API version in the data (apiextensions.k8s.io/v1beta1) does not match", c.name())
		}
	}
	assert.Equal(t, map[string]int{"object": 361, "crd": 242, "v1beta1": 11, "other": 168}, counts)
}

// acceptanceCase is a document of testdata/acceptance, whose README says what the keys mean.
type acceptanceCase map[string]any

func acceptanceCases(t *testing.T) []acceptanceCase {
	files, err := filepath.Glob("../testdata/acceptance/*.yaml")
	require.NoError(t, err)
	var all []acceptanceCase
	for _, file := range files {
		all = append(all, decoded(t, file, read(t, file))...)
	}
	return all
}

func read(t *testing.T, file string) []byte {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return text
}

func decoded(t *testing.T, name string, text []byte) (all []acceptanceCase) {
	documents, err := document.DecodeYAML(t.Context(), text)
	require.NoError(t, err, name)
	for _, doc := range documents {
		all = append(all, doc.Object)
	}
	return all
}

func (c acceptanceCase) name() string          { return c["name"].(string) }
func (c acceptanceCase) given(key string) any  { return c["given"].(map[string]any)[key] }
func (c acceptanceCase) expect(key string) any { return c["expect"].(map[string]any)[key] }
func (c acceptanceCase) isAccepted() bool      { return c.expect("accepted") == true }
func (c acceptanceCase) errors() (all []any)   { all, _ = c.expect("errors").([]any); return all }
func (c acceptanceCase) crd(t *testing.T) map[string]any {
	if crd, found := c.given("crd").(map[string]any); found {
		return crd
	}
	crd := decoded(t, "frame", []byte(acceptanceFrame))[0]
	version := crd["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	version["schema"] = map[string]any{"openAPIV3Schema": c.given("schema")}
	return crd
}

// kind returns what the case writes: an object, a crd, or a crd of an API version that a server only reads; or other.
func (c acceptanceCase) kind() string {
	_, isObject := c.given("object").(map[string]any)
	crd, _ := c.given("crd").(map[string]any)
	switch operation := c.given("operation"); {
	case isObject && (operation == "create" || operation == "update" || operation == "status-update"):
		return "object"
	case isObject || operation != "create":
		return "other"
	case crd["apiVersion"] == "apiextensions.k8s.io/v1beta1":
		return "v1beta1"
	}
	return "crd"
}

func (c acceptanceCase) runTable(t *testing.T) {
	files := fstest.MapFS{"crd.yaml": marshaled(t, c.crd(t)), "table.yaml": marshaled(t, map[string]any{"crd": "crd.yaml", "cases": []any{c.listed()}})}
	opts := []crdtest.LoadOption{crdtest.WithUnknownFields()}
	if c.given("storedCRD") == true {
		opts = append(opts, crdtest.WithStoredCRDs())
	}
	switch reason := notInTables[c.name()]; reason {
	case "":
		crdtest.Run(t, files, "table.yaml", crdtest.WithLoadOptions(opts...))
	case needsWebhook:
		t.Skip(reason)
	default:
		suite, err := crdtest.ReadSuite(t.Context(), files, "table.yaml", opts...)
		require.NoError(t, err)
		assert.ErrorContains(t, suite.Check(t.Context())[0].Err, reason)
	}
}

func marshaled(t *testing.T, v any) *fstest.MapFile {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return &fstest.MapFile{Data: text}
}

// listed returns the case as the case of a table. The default of fieldValidation is not the server's.
func (c acceptanceCase) listed() map[string]any {
	listed := map[string]any{"name": c.name(), "object": c.given("object"), "expect": c.expected(), "fieldValidation": "Ignore"}
	for _, field := range []string{"old", "version", "fieldValidation"} {
		if v := c.given(field); v != nil {
			listed[field] = v
		}
	}
	listed["oldIsInvalid"] = listed["old"] != nil // in cases about ratcheting
	if c.given("operation") == "status-update" {
		listed["as"] = "status"
	}
	return listed
}

func (c acceptanceCase) expected() any {
	e := map[string]any{}
	for _, field := range []string{"warnings", "stored"} {
		if v := c.expect(field); v != nil {
			e[field] = v
		}
	}
	switch failure, _ := c.expect("error").(map[string]any); {
	case c.isAccepted() && len(e) == 0:
		return "accepted"
	case c.isAccepted():
	case failure != nil:
		wanted := map[string]any{"message": failure["message"]}
		if failure["reason"] != nil {
			wanted["code"] = failure["reason"]
		}
		e["errors"] = []any{wanted}
	default:
		e["errors"] = c.expectedErrors()
	}
	return e
}

func (c acceptanceCase) expectedErrors() (all []any) {
	for _, v := range c.errors() {
		e := v.(map[string]any)
		wanted := map[string]any{"message": e["text"]}
		if e["path"] != "<nil>" {
			wanted["path"] = e["path"]
		}
		all = append(all, wanted)
	}
	return all
}

// generatedType is a name of a type in errors of rules, whose number varies.
var generatedType = regexp.MustCompile(`selfType#?\d*`)

func (c acceptanceCase) load(t *testing.T) {
	_, err := crdtest.Parse(t.Context(), "crd.yaml", marshaled(t, c.crd(t)).Data, crdtest.WithUnknownFields())
	if c.isAccepted() {
		assert.NoError(t, err)
		return
	}
	require.Error(t, err)
	got := generatedType.ReplaceAllString(err.Error(), "selfTypeN")
	assert.Regexp(t, `^crd\.yaml:\d+:\d+: `, got)
	for _, e := range c.errors() {
		assert.Contains(t, got, e.(map[string]any)["text"])
	}
}
