package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/status"
)

const watchedCRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: beacons.watched.example.org}
spec:
  group: watched.example.org
  scope: Namespaced
  names: {plural: beacons, kind: Beacon}
  versions:
  - &v1
    name: v1
    served: true
    storage: true
    selectableFields: [{jsonPath: .color}, {jsonPath: .watts}]
    additionalPrinterColumns:
    - {name: Color, type: string, jsonPath: .color}
    - {name: Watts, type: integer, jsonPath: .watts}
    schema:
      openAPIV3Schema:
        type: object
        properties: {color: {type: string}, watts: {type: integer, default: 40}}
  - <<: *v1
    name: v2
    storage: false
    additionalPrinterColumns: []
`

// storageWrite is a write in storage: an object before and after it, as version v1.
type storageWrite struct {
	old, cur map[string]any
	revision uint64
}

// watchCase is a watch of all writes.
type watchCase struct {
	Labels, Fields, Version, Accept string
	Include                         registry.Include
}

// TestWatch compares the events of watches with selectors and in all formats. Door S2.
func TestWatch(t *testing.T) {
	server := live.Start(t)
	crd := decode(t, watchedCRD)
	answers, err := server.Install(crd)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted(), answers[0].Message())
	definition, err := crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)

	start, writes := writeBeacons(t, server)
	completeRevisions(t, server, start, writes)
	sent := map[string]int{}
	parity.Run(t, "watch", watchCases(), func(c *parity.Check, x watchCase) {
		query := fmt.Sprintf("pretty=true&resourceVersion=%d&labelSelector=%s&fieldSelector=%s&includeObject=%s", start, x.Labels, x.Fields, x.Include)
		texts, err := server.WatchText(strings.Replace(beacons, "v1", x.Version, 1), query, x.Accept)
		if err != nil {
			c.Fail("watch", nil, nil, "%v", err)
			return
		}
		theirs := compareEventTexts(c, texts)
		ours, err := x.events(definition, writes)
		if err != nil {
			c.Fail("events", nil, nil, "%v", err)
			return
		}
		want := listOf(theirs)
		c.Equal("events", ours, want, parity.Row("D38", func() any { return ourDescriptions(want) }))
	})
	for _, w := range writes {
		sent[fmt.Sprint(w.old == nil, w.cur == nil)]++
	}
	assert.Len(t, sent, 3, "new, changed and removed objects: %v", sent)
}

// compareEventTexts decodes the lines of a watch and compares them with EncodeEvent. It returns the
// events.
func compareEventTexts(c *parity.Check, texts [][]byte) []map[string]any {
	var out []map[string]any
	for _, text := range texts {
		event, err := corpus.DecodeJSON(text)
		if err != nil {
			c.Fail("line", nil, nil, "%v: %s", err, text)
			continue
		}
		ours, err := httpapi.EncodeEvent(context.Background(), event)
		if err != nil {
			c.Fail("encode", nil, nil, "%v: %s", err, text)
			continue
		}
		c.Equal("line", string(ours), string(text))
		out = append(out, event)
	}
	return out
}

const beacons = "/apis/watched.example.org/v1/namespaces/default/beacons"

// writeBeacons writes objects: new, changed and removed ones. It returns the revision before
// that.
func writeBeacons(t *testing.T, server *live.Server) (start uint64, out []storageWrite) {
	start = revisionIn(t, server.Do(http.MethodGet, beacons, nil).Body)
	r, stored := rand.New(rand.NewPCG(1, 2)), map[string]map[string]any{}
	for range 60 {
		name := fmt.Sprint("b", r.IntN(5))
		old := stored[name]
		obj := beacon(r, name)
		switch {
		case old == nil:
			stored[name] = accepted(t, server.Do(http.MethodPost, beacons, obj))
		case r.IntN(4) == 0:
			accepted(t, server.Do(http.MethodDelete, beacons+"/"+name, nil))
			delete(stored, name)
		default:
			obj["metadata"].(map[string]any)["resourceVersion"] = old["metadata"].(map[string]any)["resourceVersion"]
			stored[name] = accepted(t, server.Do(http.MethodPut, beacons+"/"+name, obj))
		}
		if w := (storageWrite{old: old, cur: stored[name]}); w.old == nil || w.cur == nil || !parity.Equal(w.old, w.cur) {
			out = append(out, w)
		}
	}
	return start, out
}

func beacon(r *rand.Rand, name string) map[string]any {
	obj := map[string]any{"apiVersion": "watched.example.org/v1", "kind": "Beacon", "metadata": map[string]any{
		"name": name, "labels": map[string]any{"team": oneOf(r, []string{"a", "b"})},
	}, "color": oneOf(r, []string{"red", "green"})}
	if r.IntN(2) == 0 {
		obj["watts"] = int64(r.IntN(2))
	}
	return obj
}

func accepted(t *testing.T, answer live.Answer) map[string]any {
	t.Helper()
	require.True(t, answer.Accepted(), answer.Message())
	return answer.Body
}

func revisionIn(t *testing.T, obj map[string]any) uint64 {
	meta, _ := obj["metadata"].(map[string]any)
	revision, err := strconv.ParseUint(fmt.Sprint(meta["resourceVersion"]), 10, 64)
	require.NoError(t, err)
	return revision
}

// completeRevisions sets the revisions of the writes. Only the events about removed objects
// have theirs.
func completeRevisions(t *testing.T, server *live.Server, start uint64, writes []storageWrite) {
	events, err := server.Watch(beacons, fmt.Sprint("resourceVersion=", start), "application/json")
	require.NoError(t, err)
	require.Len(t, events, len(writes))
	last := start
	for i, event := range events {
		w, obj := &writes[i], event["object"].(map[string]any)
		if w.revision = revisionIn(t, obj); w.cur != nil {
			require.Equal(t, revisionIn(t, w.cur), w.revision)
		}
		require.Greater(t, w.revision, last)
		last = w.revision
	}
}

const (
	asTable    = "application/json;as=Table;v=v1;g=meta.k8s.io"
	asMetadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
)

func watchCases() parity.Cases[watchCase] {
	var all []watchCase
	for i, labels := range []string{"", "team=a", "team!=a", "none"} {
		for j, fields := range []string{"", "color=red", "color!=red,watts=1", "metadata.name=b1", "metadata.name!=b1", "metadata.namespace=other"} {
			accepts := []string{"application/json", asTable, asMetadata}
			x := watchCase{Labels: labels, Fields: fields, Version: []string{"v1", "v2"}[(i+j)%2], Accept: accepts[(i+j)%3]}
			x.Include = []registry.Include{registry.IncludeMetadata, registry.IncludeNone, registry.IncludeObject}[(i+j)%9/3]
			all = append(all, x)
		}
	}
	for include := registry.IncludeMetadata; include <= registry.IncludeObject; include++ {
		all = append(all, watchCase{Version: "v2", Accept: asTable, Include: include})
	}
	return parity.List(all, func(x watchCase) string { return fmt.Sprintf("%+v", x) })
}

// events returns our events.
func (x watchCase) events(definition *crdschema.Definition, writes []storageWrite) (any, error) {
	ctx := context.Background()
	format, selection, err := x.formatter(definition)
	if err != nil {
		return nil, err
	}
	var out []any
	for _, w := range writes {
		old, err := readAt(definition, w.old, x.Version)
		if err != nil {
			return nil, err
		}
		cur, err := readAt(definition, w.cur, x.Version)
		if err != nil {
			return nil, err
		}
		event, err := selection.Event(ctx, old, cur, w.revision)
		if err != nil {
			return nil, err
		}
		if event == nil {
			continue
		}
		var opts []registry.TableOption
		if len(out) > 0 {
			opts = append(opts, registry.WithoutHeaders())
		}
		if event, err = format(ctx, event, opts); err != nil {
			return nil, err
		}
		out = append(out, event)
	}
	return out, nil
}

func readAt(definition *crdschema.Definition, obj map[string]any, version string) (map[string]any, error) {
	if obj == nil {
		return nil, nil
	}
	return definition.Read(context.Background(), obj, version)
}

type formatter func(ctx context.Context, event map[string]any, opts []registry.TableOption) (map[string]any, error)

// formatter returns the selection of the watch, and the function that makes the format that
// the client accepts.
func (x watchCase) formatter(definition *crdschema.Definition) (formatter, *registry.Selection, error) {
	ctx := context.Background()
	v, _ := definition.Version(x.Version)
	selectable, err := registry.NewSelectable(ctx, v)
	if err != nil {
		return nil, nil, err
	}
	printer, err := registry.NewPrinter(ctx, v)
	if err != nil {
		return nil, nil, err
	}
	labels, err := selector.ParseLabels(x.Labels)
	if err != nil {
		return nil, nil, err
	}
	fields, err := selector.ParseFields(x.Fields)
	if err != nil {
		return nil, nil, err
	}
	selection, err := selectable.Select(labels, fields)
	return func(ctx context.Context, event map[string]any, opts []registry.TableOption) (map[string]any, error) {
		switch x.Accept {
		case asTable:
			return printer.TableEvent(ctx, event, time.Time{}, append(opts, registry.WithInclude(x.Include))...)
		case asMetadata:
			return registry.PartialMetadataEvent(ctx, event, "v1")
		default:
			return event, nil
		}
	}, selection, err
}

func listOf(events []map[string]any) any {
	var out []any
	for _, e := range events {
		out = append(out, withAgesUnknown(e))
	}
	return out
}

// age matches the age of an object of these tests, at most some minutes.
var age = regexp.MustCompile(`^([0-9]+m)?[0-9]+[ms]$`)

// withAgesUnknown replaces the ages in tables.
func withAgesUnknown(event map[string]any) map[string]any {
	table, _ := event["object"].(map[string]any)
	rows, _ := table["rows"].([]any)
	for _, row := range rows {
		cells := row.(map[string]any)["cells"].([]any)
		for i, cell := range cells {
			if text, ok := cell.(string); ok && age.MatchString(text) {
				cells[i] = "<unknown>"
			}
		}
	}
	return event
}

// ourDescriptions returns events with our descriptions of the columns Name, Age and Created
// At.
func ourDescriptions(events any) any {
	text, err := json.Marshal(map[string]any{"events": events})
	if err != nil {
		panic(err)
	}
	printer, err := new(registry.Printer).Table(context.Background(), nil, time.Time{})
	if err != nil {
		panic(err)
	}
	columns := printer["columnDefinitions"].([]any)
	for i, beginning := range []string{"Name must be unique within a namespace.", "CreationTimestamp is a timestamp "} {
		ours, _ := json.Marshal(columns[i].(map[string]any)["description"])
		text = regexp.MustCompile(`"`+beginning+`[^"]*"`).ReplaceAllLiteral(text, ours)
	}
	out, err := corpus.DecodeJSON(text)
	if err != nil {
		panic(err)
	}
	return out["events"]
}

// bookmarkCase is a watch of existing objects.
type bookmarkCase struct {
	CRDs   bool
	Accept string
}

// TestBookmarks compares the events that no write causes: the existing objects, the bookmark
// after them, and the error about a revision that the server does not remember.
func TestBookmarks(t *testing.T) {
	server, kinds := live.Start(t), parts(t)
	var all []bookmarkCase
	for _, accept := range []string{"application/json", asTable, asMetadata} {
		all = append(all, bookmarkCase{false, accept}, bookmarkCase{true, accept})
	}
	cases := parity.List(all, func(x bookmarkCase) string { return fmt.Sprintf("%+v", x) })
	parity.Run(t, "watch-bookmarks", cases, func(c *parity.Check, x bookmarkCase) { x.compare(c, server, kinds[0]) })
	compareExpired(t, server, kinds[0].collection("v1"))
	compareCRDSelector(t, server)
}

func (x bookmarkCase) compare(c *parity.Check, server *live.Server, k *partKind) {
	path := k.collection("v1")
	if x.CRDs {
		path = definitions
	}
	var list map[string]any
	var texts [][]byte
	var err error
	quiet := false
	for tries := 0; !quiet && err == nil && tries < 20; tries++ { // controllers still write to CRDs of earlier tests
		list = server.Do(http.MethodGet, path, nil).Body
		texts, err = server.WatchText(path, "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true", x.Accept)
		quiet = parity.Equal(list["items"], server.Do(http.MethodGet, path, nil).Body["items"])
	}
	if err != nil || len(texts) == 0 {
		c.Fail("watch", nil, nil, "%d events, %v", len(texts), err)
		return
	}
	theirs := compareEventTexts(c, texts)
	ours, err := x.events(k, list, resourceVersion(theirs[len(theirs)-1]))
	if err != nil {
		c.Fail("events", nil, nil, "%v", err)
		return
	}
	want := byText(listOf(theirs))
	c.Equal("events", byText(ours), want, parity.Row("D38", func() any { return ourDescriptions(want) }))
}

// events returns the events about the objects of a list, and the bookmark after them.
func (x bookmarkCase) events(k *partKind, list map[string]any, end uint64) ([]any, error) {
	v, _ := k.ours.Version("v1")
	var events []map[string]any
	items, _ := list["items"].([]any)
	for _, item := range items {
		obj := maps.Clone(item.(map[string]any))
		if x.CRDs { // the items of such a list have no type
			obj["apiVersion"], obj["kind"] = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
		}
		event, err := new(registry.Selection).Event(context.Background(), nil, obj, 0)
		if err != nil {
			return nil, err
		}
		events = append(events, event)
	}
	if x.CRDs {
		events = append(events, registry.CRDInitialEventsEnd(end))
	} else {
		events = append(events, registry.InitialEventsEnd(v, end))
	}
	var out []any
	for i, event := range events {
		event, err := x.format(event, v, i)
		if err != nil {
			return nil, err
		}
		out = append(out, event)
	}
	return out, nil
}

// format returns an event, the i-th, in the format that the client accepts.
func (x bookmarkCase) format(event map[string]any, v *crdschema.Version, i int) (map[string]any, error) {
	ctx := context.Background()
	var opts []registry.TableOption
	if i > 0 {
		opts = append(opts, registry.WithoutHeaders())
	}
	switch {
	case x.Accept == asMetadata:
		return registry.PartialMetadataEvent(ctx, event, "")
	case x.Accept == "application/json":
		return event, nil
	case x.CRDs:
		return registry.CRDTableEvent(ctx, event, opts...)
	}
	printer, err := registry.NewPrinter(ctx, v)
	if err != nil {
		return nil, err
	}
	event, err = printer.TableEvent(ctx, event, time.Now(), opts...)
	return withAgesUnknown(event), err
}

// resourceVersion returns the resourceVersion of the object or table of an event.
func resourceVersion(event map[string]any) uint64 {
	obj, _ := event["object"].(map[string]any)
	meta, _ := obj["metadata"].(map[string]any)
	revision, _ := strconv.ParseUint(fmt.Sprint(meta["resourceVersion"]), 10, 64)
	return revision
}

// byText returns events with the columns of the first table first, then sorted: the server
// sends existing objects in any order.
func byText(events any) any {
	list, _ := events.([]any)
	var headers []any
	for _, event := range list {
		table, _ := event.(map[string]any)["object"].(map[string]any)
		if table["columnDefinitions"] != nil {
			headers = append(headers, table["columnDefinitions"])
			table["columnDefinitions"] = nil
		}
	}
	slices.SortStableFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return append(headers, list...)
}

// compareExpired compares the event that ends a watch from an old revision.
func compareExpired(t *testing.T, server *live.Server, path string) {
	for _, accept := range []string{"application/json", asTable, asMetadata} {
		events, err := server.Watch(path, "resourceVersion=1", accept)
		require.NoError(t, err)
		require.Len(t, events, 1)
		message := events[0]["object"].(map[string]any)["message"].(string)
		var oldest uint64
		_, err = fmt.Sscanf(message, "too old resource version: 1 (%d)", &oldest)
		require.NoError(t, err, message)
		ours, err := registry.PartialMetadataEvent(t.Context(), registry.ErrorEvent(status.TooOldResourceVersion(1, oldest)), "")
		require.NoError(t, err)
		assert.True(t, parity.Equal(ours, events[0]), "%v\n%v", ours, events[0])
	}
}

// compareCRDSelector compares selections of CRDs.
func compareCRDSelector(t *testing.T, server *live.Server) {
	crds, _ := server.Do(http.MethodGet, definitions, nil).Body["items"].([]any)
	require.NotEmpty(t, crds)
	for _, text := range []string{"metadata.name=parts.p0.parts.example.com", "metadata.name!=parts.p0.parts.example.com", "metadata.namespace=", "metadata.namespace=a", "spec.group=a"} {
		answer := server.Do(http.MethodGet, definitions+"?fieldSelector="+url.QueryEscape(text), nil)
		fields, err := selector.ParseFields(text)
		require.NoError(t, err)
		selection, err := registry.CRDSelectable().Select(selector.Labels{}, fields)
		if err != nil {
			assert.Equal(t, answer.Message(), err.Error())
			continue
		}
		var names []string
		for _, crd := range crds {
			selected, err := selection.Matches(t.Context(), crd.(map[string]any))
			require.NoError(t, err)
			if selected {
				names = append(names, live.Name(crd.(map[string]any)))
			}
		}
		var want []string
		items, _ := answer.Body["items"].([]any)
		for _, crd := range items {
			want = append(want, live.Name(crd.(map[string]any)))
		}
		assert.Equal(t, want, names, text)
	}
}
