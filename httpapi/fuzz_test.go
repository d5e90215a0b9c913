package httpapi_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// FuzzQuery parses any query as the parameters of each request. A Status is the server's: it
// has a code that fits its reason, and its words.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{
		"", "labelSelector=a+in+(b,c)&fieldSelector=metadata.name%3Da&limit=5&continue=abc&resourceVersion=5&resourceVersionMatch=Exact",
		"watch=1&allowWatchBookmarks=false&sendInitialEvents&timeoutSeconds=-1&resourceVersion=0", "dryRun=All&dryRun=x&fieldManager=%00&fieldValidation=strict&force=FALSE",
		"gracePeriodSeconds=9223372036854775808&propagationPolicy=&orphanDependents=0&uid=a&resourceVersion=b", "ignoreStoreReadErrorWithClusterBreakingPotential=1&dryRun=All",
		"includeObject=Object&-=1&pretty=t", "export=1", "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYSJ9", "%zz&a=%ff", "labelSelector=%ff&fieldManager=" + strings.Repeat("a", 129),
	} {
		f.Add(seed)
	}
	v1, _ := definition.Version("v1")
	selectable, err := registry.NewSelectable(f.Context(), v1)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		values, _ := url.ParseQuery(text)
		list, status := httpapi.ParseList(values)
		checkStatus(t, status, 400, 422)
		_, status = list.Select(selectable)
		checkStatus(t, status, 400)
		start, status := list.Start()
		checkStatus(t, status, 400, 500)
		if status == nil && list.Continue != "" && !list.Watch {
			list.Continue = start.Token()
			again, status := list.Start()
			require.Nil(t, status)
			require.Equal(t, start, again)
		}
		checkStatus(t, list.SelectName(text), 400)
		_, status = httpapi.ParseGet(values)
		checkStatus(t, status, 400, 500)
		for _, parse := range []func(url.Values) (httpapi.WriteOptions, *crdschema.Status){httpapi.ParseCreate, httpapi.ParseUpdate,
			func(values url.Values) (httpapi.WriteOptions, *crdschema.Status) {
				return httpapi.ParsePatch(values, text)
			}} {
			write, status := parse(values)
			checkStatus(t, status, 422)
			require.LessOrEqual(t, len(write.Manager(text)), 128)
		}
		remove, status := httpapi.ParseDelete(values)
		checkStatus(t, status, 400, 422)
		if status == nil {
			_, err := structural.Normalize(remove.Map())
			require.NoError(t, err)
		}
		_, status = httpapi.ParseDeleteCollection(values)
		checkStatus(t, status, 400, 422)
		_, status = httpapi.ParseTable(values)
		checkStatus(t, status, 400)
		httpapi.MediaType{Name: httpapi.JSON}.Indents(text, text)
	})
}

// checkStatus checks a Status that is not nil.
func checkStatus(t *testing.T, status *crdschema.Status, codes ...int) {
	t.Helper()
	if status == nil {
		return
	}
	require.Contains(t, codes, status.Code)
	require.NotEmpty(t, status.Message)
	reasons := map[int]string{400: "BadRequest", 406: "NotAcceptable", 422: "Invalid", 500: ""}
	require.Equal(t, reasons[status.Code], status.Reason)
	require.Equal(t, status.Code == 422, status.Details != nil && len(status.Details.Causes) > 0)
}

// FuzzAccept negotiates any header, and then the result again.
func FuzzAccept(f *testing.F) {
	for _, seed := range []string{
		"", "*/*", "*", "application/*;q=0.5,application/yaml", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json", "text/html, */*;q=0.1",
		"application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1beta1", "application/json;stream=watch;pretty=1;sv=v2", "a/b/c,;=,q=1", "*/*;q=nan,*/*;q=inf,a/*;q=-1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		media, status := httpapi.ParseAccept(header)
		checkStatus(t, status, 406)
		checkStatus(t, media.CheckWatch(), 406)
		if status != nil {
			require.Zero(t, media)
			return
		}
		require.Contains(t, []string{httpapi.JSON, httpapi.YAML, httpapi.Protobuf}, media.Name)
		require.Equal(t, media.As == httpapi.WholeObject, media.Version == "")
		again := media.Name
		if media.As != httpapi.WholeObject {
			again += ";g=meta.k8s.io;as=" + string(media.As) + ";v=" + media.Version
		}
		same, status := httpapi.ParseAccept(again)
		require.Nil(t, status)
		media.Pretty, media.Stream = false, ""
		require.Equal(t, media, same)
	})
}

// FuzzWarning reads any header, and writes and reads any warning.
func FuzzWarning(f *testing.F) {
	for _, seed := range []string{
		`299 - "text"`, `299 a "b" "date", 100 - "c\"d\\e"`, `299 - "=?utf-8?q?=41?="`, `299 - "a`, `29 - "a"`, `299  "a"`, "299 - \"a\x00\"", `299 - "a" b`, "", `299 - "a\`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		warnings, errs := httpapi.ParseWarnings([]string{text})
		require.LessOrEqual(t, len(errs), 1)
		for _, err := range errs {
			require.Len(t, structural.ErrorsOf(err), 1)
		}
		for _, w := range append(warnings, httpapi.Warning{Code: 299, Agent: text, Text: text}) {
			header, err := w.Header()
			if err != nil {
				continue // agents with quotes are read but not written
			}
			again, errs := httpapi.ParseWarnings([]string{header})
			require.Empty(t, errs)
			if !strings.Contains(w.Text, "=?") { // not encoded
				require.Equal(t, []httpapi.Warning{w}, orDash(again, w))
			}
		}
		recorded := registry.RecordWarnings([]string{text, text})
		require.LessOrEqual(t, len(recorded), 1)
		require.Len(t, httpapi.WarningHeaders(recorded), len(recorded))
		require.False(t, slices.ContainsFunc(recorded, func(text string) bool { return !utf8.ValidString(text) }))
	})
}

// orDash returns warnings with an empty agent for - if w has it.
func orDash(warnings []httpapi.Warning, w httpapi.Warning) []httpapi.Warning {
	if w.Agent == "" && len(warnings) == 1 && warnings[0].Agent == "-" {
		warnings[0].Agent = ""
	}
	return warnings
}
