package httpapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
)

// TestHostile checks that long parameters and headers have answers of linear length.
func TestHostile(t *testing.T) {
	const n = 1 << 20
	_, status := httpapi.ParseCreate(url.Values{"fieldManager": {strings.Repeat("\x00", n)}})
	require.Equal(t, 422, status.Code)
	assert.Less(t, len(status.Message), 10*n)
	_, status = httpapi.ParseUpdate(url.Values{"dryRun": strings.Split(strings.Repeat("x,", n), ",")})
	assert.Less(t, len(status.Message), 10*n)
	_, status = httpapi.ParseAccept(strings.Repeat("a/b;q=0.5,*/*;q=0.1;sv=x,", n/16))
	assert.Equal(t, 406, status.Code)
	_, status = httpapi.ParseAccept("*/*" + strings.Repeat(";a=b", n))
	assert.Nil(t, status)
	warnings, errs := httpapi.ParseWarnings([]string{strings.Repeat(`299 - "a",`, n/8), `299 - "` + strings.Repeat(`\`, n)})
	assert.Len(t, warnings, n/8)
	assert.Len(t, errs, 1)
	assert.Empty(t, httpapi.WriteOptions{}.Manager(strings.Repeat("\x00", n)))
}

// TestBools checks how the server reads a bool.
func TestBools(t *testing.T) {
	for text, want := range map[string]bool{"": true, "no": true, "0": false, "00": true, "FaLsE": false, "f": true, "true": true} {
		options, status := httpapi.ParseList(url.Values{"watch": {text, "0"}})
		require.Nil(t, status)
		assert.Equal(t, want, options.Watch, text)
	}
	options, _ := httpapi.ParseList(url.Values{"watch": {}, "Watch": {"1"}})
	assert.False(t, options.Watch)
}

// TestFirstProblem checks which of several problems the server reports.
func TestFirstProblem(t *testing.T) {
	for query, want := range map[string]string{
		"limit=y&timeoutSeconds=x&labelSelector=,": `strconv.ParseInt: parsing "x": invalid syntax`,
		"labelSelector=,&fieldSelector=a&limit=y":  `strconv.ParseInt: parsing "y": invalid syntax`,
		"labelSelector=,&fieldSelector=a":          `found ',', expected: !, identifier, or 'end of string'`,
		"fieldSelector=a&resourceVersionMatch=x":   `invalid selector: 'a'; can't understand 'a'`,
		"sendInitialEvents=0&resourceVersionMatch=Exact&resourceVersion=0&continue=x": `ListOptions.meta.k8s.io "" is invalid: ` +
			`[resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided, ` +
			`resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0", sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list]`,
	} {
		values, err := url.ParseQuery(query)
		require.NoError(t, err)
		options, status := httpapi.ParseList(values)
		require.NotNil(t, status, query)
		assert.Equal(t, want, status.Message, query)
		assert.Zero(t, options)
	}
}

// TestStart checks where lists and watches begin.
func TestStart(t *testing.T) {
	token := func(revision int64, key string) string { return httpapi.Start{Revision: revision, Key: key}.Token() }
	for query, want := range map[string]string{
		"":                                            "{0 } <nil>",
		"resourceVersion=7":                           "{7 } <nil>",
		"watch=1&resourceVersion=x":                   `{0 } resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax`,
		"watch=1&resourceVersion=5&continue=x":        "{5 } <nil>",
		"continue=" + token(5, "/a/b"):                "{5 a/b} <nil>",
		"continue=" + token(-1, "a"):                  "{-1 a} <nil>",
		"continue=" + token(0, "a"):                   "{0 } invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
		"continue=" + token(5, ""):                    "{0 } invalid continue token: continue key is not valid: encoded start key empty (version meta.k8s.io/v1)",
		"continue=" + token(5, "../a"):                "{0 } invalid continue token: continue key is not valid: /../a",
		"continue=e30":                                "{0 } invalid continue token: continue key is not valid: server does not recognize this encoded version ",
		"continue=W10":                                "{0 } invalid continue token: continue key is not valid: json: cannot unmarshal array into Go value of type storage.continueToken",
		"continue=!":                                  "{0 } invalid continue token: continue key is not valid: illegal base64 data at input byte 0",
		"resourceVersion=5&continue=" + token(5, "a"): "{0 } specifying resource version is not allowed when using continue",
		"resourceVersion=0&continue=" + token(5, "a"): "{5 a} <nil>",
	} {
		values, err := url.ParseQuery(query)
		require.NoError(t, err)
		options, status := httpapi.ParseList(values)
		require.Nil(t, status, query)
		start, status := options.Start()
		assert.Equal(t, want, fmt.Sprint(start, " ", status), query)
	}
}

// TestInitialEvents checks which watches begin with the existing objects.
func TestInitialEvents(t *testing.T) {
	for query, want := range map[string]string{
		"watch=1": "true NotOlderThan", "watch=1&resourceVersion=0": "true NotOlderThan", "watch=1&resourceVersion=00": "nil ", "": "nil ",
		"watch=1&sendInitialEvents=0&resourceVersionMatch=NotOlderThan": "false NotOlderThan",
	} {
		values, _ := url.ParseQuery(query)
		options, status := httpapi.ParseList(values)
		require.Nil(t, status, query)
		got := "nil"
		if options.SendInitialEvents != nil {
			got = fmt.Sprint(*options.SendInitialEvents)
		}
		assert.Equal(t, want, got+" "+options.ResourceVersionMatch, query)
	}
}

// TestManager checks the name of a field manager.
func TestManager(t *testing.T) {
	for agent, want := range map[string]string{
		"": "", "/1": "", "a b/c": "a b", "a\x00\u200bb": "ab", "\xff": "\ufffd",
		strings.Repeat("a", 127) + "ä": strings.Repeat("a", 127), strings.Repeat("a", 126) + "äb": strings.Repeat("a", 126) + "ä",
	} {
		assert.Equal(t, want, httpapi.WriteOptions{}.Manager(agent), agent)
		assert.Equal(t, "m", httpapi.WriteOptions{FieldManager: "m"}.Manager(agent))
	}
}

// TestDeleteOptions checks that each parameter becomes a field of DeleteOptions.
func TestDeleteOptions(t *testing.T) {
	for query, want := range map[string]string{
		"":                             "map[]",
		"gracePeriodSeconds=-5&dryRun": `DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: [""]: supported values: "All"`,
		"orphanDependents&uid=&dryRun=All&dryRun=All":        "map[dryRun:[All] orphanDependents:true]",
		"resourceVersion=b":                                  "map[preconditions:map[resourceVersion:b]]",
		"uid=a&resourceVersion=b":                            "map[preconditions:map[resourceVersion:b uid:a]]",
		"ignoreStoreReadErrorWithClusterBreakingPotential=1": "map[ignoreStoreReadErrorWithClusterBreakingPotential:true]",
		"ignoreStoreReadErrorWithClusterBreakingPotential=1&uid=a&gracePeriodSeconds=1": `DeleteOptions.meta.k8s.io "" is invalid: ` +
			`[ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: cannot be set together with .gracePeriodSeconds, ` +
			`ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: cannot be set together with .preconditions]`,
		"propagationPolicy=Orphan&orphanDependents=0": `DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set`,
	} {
		values, _ := url.ParseQuery(query)
		options, status := httpapi.ParseDelete(values)
		got := options.Map()
		delete(got, "kind")
		delete(got, "apiVersion")
		text := fmt.Sprint(got)
		if status != nil {
			text = status.Message
		}
		assert.Equal(t, want, text, query)
	}
	_, got := httpapi.ParseDeleteCollection(url.Values{"ignoreStoreReadErrorWithClusterBreakingPotential": {"1"}})
	require.NotNil(t, got)
	assert.Equal(t, []status.Cause{{Reason: "FieldValueInvalid", Field: "ignoreStoreReadErrorWithClusterBreakingPotential",
		Message: "Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option"}}, got.Details.Causes)
}

// TestDeleteOptionsInBody checks the body of a request to delete a collection.
func TestDeleteOptionsInBody(t *testing.T) {
	type answer struct {
		options httpapi.DeleteOptions
		code    int
		message string
	}
	for _, c := range []struct {
		contentType, body string
		want              answer
	}{
		{"application/json", `{"dryRun":["All"],"preconditions":{"resourceVersion":"7"},"orphanDependents":true}`,
			answer{options: httpapi.DeleteOptions{DryRun: true, ResourceVersion: "7", OrphanDependents: new(bool)}}},
		{"application/yaml", "propagationPolicy: Orphan", answer{options: httpapi.DeleteOptions{PropagationPolicy: "Orphan"}}},
		{"text/plain", "{}", answer{code: 415, message: "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf"}},
		{"", strings.Repeat(" ", httpapi.MaxBodyBytes+1), answer{code: 413, message: "Request entity too large: limit is 3145728"}},
		{"", `{"gracePeriodSeconds":"x"}`, answer{code: 400, message: "json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64"}},
		{"", `{"ignoreStoreReadErrorWithClusterBreakingPotential":true}`, answer{code: 422, message: `DeleteOptions.meta.k8s.io "" is invalid: ignoreStoreReadErrorWithClusterBreakingPotential: ` +
			`Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option`}},
	} {
		if c.want.options.OrphanDependents != nil {
			*c.want.options.OrphanDependents = true
		}
		options, status, err := httpapi.ParseDeleteOptions(t.Context(), url.Values{"dryRun": {"ignored"}}, c.contentType, []byte(c.body))
		require.NoError(t, err)
		got := answer{options: options}
		if status != nil {
			got.code, got.message = status.Code, status.Message
		}
		assert.Equal(t, c.want, got, "%.100s", c.body)
	}
}

// TestAccept checks which media types the server writes.
func TestAccept(t *testing.T) {
	const meta = ";g=meta.k8s.io;v=v1"
	for header, want := range map[string]string{
		"*": "application/json  ", "*/": "application/json  ", "*/json": "406", "application": "406", "application/": "406", "application/*;q=0": "application/json  ",
		"Application/JSON": "406", "application/yaml;q=0.1,application/json;q=0.1": "application/yaml  ", "application/yaml,application/json;q=0.9": "application/yaml  ",
		"*/*,application/yaml": "application/yaml  ", "application/vnd.kubernetes.protobuf": "406", "application/vnd.kubernetes.protobuf,application/yaml": "application/yaml  ",
		"application/json;as=Table" + meta: "application/json Table v1", "application/vnd.kubernetes.protobuf;as=Table" + meta: "406",
		"*/*;as=PartialObjectMetadata;g=meta.k8s.io;v=v1beta1":                    "application/json PartialObjectMetadata v1beta1",
		"application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList" + meta: "application/vnd.kubernetes.protobuf PartialObjectMetadataList v1",
		"application/*,application/yaml":                                          "application/yaml  ",
		"application/yaml; q=0.1,application/json; q=0.5":                         "application/json  ",
		"application/json;as=Table;as=PartialObjectMetadata" + meta:               "application/json PartialObjectMetadata v1",
		"application/json;as=table" + meta:                                        "406",
		"application/json;as=Table;v=v1":                                          "406",
		"application/json;v=v1":                                                   "406",
		"application/json;as=Table;g=meta.k8s.io;v=v2":                            "406",
		"application/json;stream=watch":                                           "application/json  ",
		"application/yaml;stream=watch":                                           "406",
		"application/json;stream=x":                                               "406",
		"application/json;sv=v1":                                                  "application/json  ",
		"application/json;sv=v2":                                                  "406",
		"application/json;charset=utf-8;a=b=c":                                    "application/json  ",
	} {
		media, status := httpapi.ParseAccept(header)
		got := fmt.Sprint(media.Name, " ", media.As, " ", media.Version)
		if status != nil {
			got = fmt.Sprint(status.Code)
		}
		assert.Equal(t, want, got, header)
	}
}

// TestDiscoveryAccept checks the media types of lists of groups.
//
// Rule: k8s.io/apiserver/pkg/endpoints/discovery/aggregated, WrappedHandler.ServeHTTP.
func TestDiscoveryAccept(t *testing.T) {
	const aggregated = ";as=APIGroupDiscoveryList;g=apidiscovery.k8s.io;v=v2"
	for header, want := range map[string]string{
		"application/json" + aggregated:                                                   "application/json APIGroupDiscoveryList v2 ",
		"application/json,application/yaml;q=0.1" + aggregated:                            "application/yaml APIGroupDiscoveryList v2 ",
		"application/json" + aggregated + "beta1,application/json":                        "application/json   ",
		"application/json" + aggregated + ";stream=watch":                                 "application/json APIGroupDiscoveryList v2 watch",
		"application/yaml" + aggregated + ";stream=watch,application/json":                "application/json   ",
		"application/yaml;stream=watch":                                                   "406",
		"application/json" + aggregated + ";sv=v1":                                        "406",
		"application/json;g=apidiscovery.k8s.io":                                          "406",
		"application/json;as=APIGroupDiscoveryList;g=other;v=v2":                          "406",
		"application/json;as=Table;g=apidiscovery.k8s.io;v=v2,application/yaml;charset=a": "application/yaml   ",
	} {
		media, status := httpapi.ParseDiscoveryAccept(header)
		got := fmt.Sprint(media.Name, " ", media.As, " ", media.Version, " ", media.Stream)
		if status != nil {
			got = fmt.Sprint(status.Code)
		}
		assert.Equal(t, want, got, header)
	}
}

// TestPretty checks which media types ask for an indented answer.
func TestPretty(t *testing.T) {
	for header, want := range map[string]bool{"application/json;pretty=1": true, "application/json;pretty=true": false, "application/json;Pretty=1": false, "": false} {
		media, status := httpapi.ParseAccept(header)
		require.Nil(t, status, header)
		assert.Equal(t, want, media.Pretty, header)
	}
}

// TestExport checks which requests to read an object ask for an export.
func TestExport(t *testing.T) {
	for text, want := range map[string]int{"": 400, "1": 400, "no": 400, "0": 0, "False": 0} {
		_, status := httpapi.ParseGet(url.Values{"export": {text}})
		assert.Equal(t, want != 0, status != nil, text)
		if status != nil {
			assert.Equal(t, want, status.Code)
		}
	}
}

// TestTableOptions checks the columns and the objects of tables.
func TestTableOptions(t *testing.T) {
	v1, _ := definition.Version("v1")
	printer, err := registry.NewPrinter(t.Context(), v1)
	require.NoError(t, err)
	lamp := map[string]any{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": "a"}}
	for query, want := range map[string]struct {
		columns int
		kind    any
	}{
		"": {2, "PartialObjectMetadata"}, "includeObject=Object": {2, "Lamp"}, "-=": {0, "PartialObjectMetadata"}, "-=1": {0, "PartialObjectMetadata"}, "-=0": {2, "PartialObjectMetadata"},
	} {
		values, _ := url.ParseQuery(query)
		options, status := httpapi.ParseTable(values)
		require.Nil(t, status, query)
		table, err := printer.Table(t.Context(), []map[string]any{lamp}, time.Time{}, options...)
		require.NoError(t, err)
		columns, _ := table["columnDefinitions"].([]any)
		assert.Len(t, columns, want.columns, query)
		assert.Equal(t, want.kind, table["rows"].([]any)[0].(map[string]any)["object"].(map[string]any)["kind"], query)
	}
}

// TestIndents checks which answers are indented.
func TestIndents(t *testing.T) {
	for _, c := range []struct {
		media        httpapi.MediaType
		query, agent string
		want         bool
	}{
		{httpapi.MediaType{Name: httpapi.JSON, Pretty: true}, "pretty=0", "", true},
		{httpapi.MediaType{Name: httpapi.YAML, Pretty: true}, "pretty=1", "curl", false},
		{httpapi.MediaType{Name: httpapi.JSON}, "pretty=T", "", true},
		{httpapi.MediaType{Name: httpapi.JSON}, "pretty=yes", "curl", false},
		{httpapi.MediaType{Name: httpapi.JSON}, "pretty=", "Wget/1", true},
		{httpapi.MediaType{Name: httpapi.JSON}, "%70retty=0", "Mozilla/5.0 (X11)", true},
		{httpapi.MediaType{Name: httpapi.JSON}, "", "Mozilla/4.0", false},
	} {
		assert.Equal(t, c.want, c.media.Indents(c.query, c.agent), "%v", c)
	}
}

// TestWarnings checks headers that are hard to read.
func TestWarnings(t *testing.T) {
	for header, want := range map[string]string{
		`  299 - "a"  `: "[{299 - a}] []", `299 - "a","b"`: "[{299 - a}] [invalid warning header: fewer than 3 segments]", `000 a"b "c\d\\"`: `[{0 a"b cd\}] []`,
		`299 - "=?utf-8?q?caf=C3=A9?="`: "[{299 - café}] []", `299 - "a" "date" x`: "[] [invalid warning header: unexpected token after warn-date]", `299 - "a" "date"  ,  299 - "b"`: "[{299 - a} {299 - b}] []", `299 - "a"  ,299 - "b"`: "[{299 - a} {299 - b}] []", `299 - "a" "date`: "[] [invalid warning header: unterminated date segment]",
		`299 -  "a"`: "[] [invalid warning header: invalid quoted string: missing initial quote]", "299 - ": "[] [invalid warning header: fewer than 3 segments]", "299  a": "[] [invalid warning header: empty agent segment]",
		"x - a": "[] [invalid warning header: code segment is not 3 digits between 100-299]", "299 \x00 a": "[] [invalid warning header: invalid agent]", "299 - \"\xff\"": "[] [invalid warning header: invalid text]",
		`299 - "a\"`: "[] [invalid warning header: invalid quoted string: missing closing quote]", "": "[] []",
	} {
		warnings, errs := httpapi.ParseWarnings([]string{header})
		assert.Equal(t, want, fmt.Sprint(warnings, " ", errs), header)
	}
	_, err := httpapi.Warning{Code: 1000}.Header()
	require.EqualError(t, err, "code must be between 0 and 999")
	_, err = httpapi.Warning{Agent: "a b"}.Header()
	require.ErrorContains(t, err, "agent must be valid UTF-8")
	header, err := httpapi.Warning{Code: 7, Text: `\`}.Header()
	require.NoError(t, err)
	assert.Equal(t, `007 - "\\"`, header)
}
