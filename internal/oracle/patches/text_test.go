package patches_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	ours "github.com/seed95800270/crdschema/internal/jsonpatch"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/patches"
	"github.com/seed95800270/crdschema/internal/oracle/patches/handlers"
)

// TestMain sets the limit that the server sets.
func TestMain(m *testing.M) {
	jsonpatch.AccumulatedCopySizeLimit = 3 << 20
	os.Exit(m.Run())
}

// patching is an object and the text of a patch.
type patching struct {
	Object map[string]any
	Patch  string
}

// TestJSONPatchText compares the texts that JSON patches make, and the errors about the
// texts of the patches.
func TestJSONPatchText(t *testing.T) {
	cases := parity.Generated(parity.Full(200_000), func(seed uint64) patching {
		obj := object(seed)
		return patching{obj, string(patches.JSON(parity.Rand(seed), obj))}
	})
	parity.Run(t, "json-patch-text", cases, func(c *parity.Check, in patching) {
		patch, doc := []byte(in.Patch), encode(in.Object)
		if !json.Valid(patch) {
			c.Void()
			return
		}
		problems, err := decode.JSONPatchFields(context.Background(), patch)
		theirProblems, theirErr := handlers.JSONPatchFields(patch)
		compareFields(c, "json patch ", problems, err, theirProblems, theirErr)
		theirs, crashed, theirErr := applied(doc, patch)
		operations, err := ours.Read(patch)
		if _, bad := jsonpatch.DecodePatch(patch); bad != nil || err != nil {
			c.Equal("error", text(err), text(bad))
			return
		}
		out, err := operations.Apply(context.Background(), doc)
		if crashed {
			c.Equal("applies", err == nil, "a crash", parity.Row("D80", func() any { return err == nil }))
			return
		}
		c.Equal("applies", err == nil, theirErr == nil)
		if theirErr == nil {
			c.Equal("text", string(out), string(theirs))
		}
	})
}

// applied returns what the reference makes of a document.
func applied(doc, patch []byte) (out []byte, crashed bool, err error) {
	defer func() { crashed = recover() != nil }()
	p, err := jsonpatch.DecodePatch(patch)
	if err == nil {
		out, err = p.Apply(doc)
	}
	return out, false, err
}

// TestMergePatchText compares the texts that merge patches make, and the errors about the
// texts of the patches.
func TestMergePatchText(t *testing.T) {
	cases := parity.Generated(parity.Full(200_000), func(seed uint64) patching {
		obj := object(seed)
		return patching{obj, string(patches.Merge(parity.Rand(seed), obj))}
	})
	parity.Run(t, "merge-patch-text", cases, func(c *parity.Check, in patching) {
		patch, doc := []byte(in.Patch), encode(in.Object)
		if !json.Valid(patch) {
			c.Void()
			return
		}
		problems, err := decode.MergePatchFields(context.Background(), patch)
		theirProblems, theirErr := handlers.MergePatchFields(patch)
		compareFields(c, "", problems, err, theirProblems, theirErr)
		out, ok, _ := ours.Merge(context.Background(), doc, patch)
		theirs, theirErr := jsonpatch.MergePatch(doc, patch)
		c.Equal("applies", ok, theirErr == nil)
		if theirErr == nil {
			c.Equal("text", string(out), string(theirs))
		}
	})
}

func compareFields(c *parity.Check, prefix string, ours []string, err error, theirs []error, theirErr error) {
	c.Equal("error", text(err), text(theirErr))
	if theirErr != nil {
		return
	}
	var wanted []string
	for _, problem := range theirs {
		wanted = append(wanted, prefix+problem.Error())
	}
	c.Equal("fields", strings.Join(ours, "\n"), strings.Join(wanted, "\n"))
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

var objects = sync.OnceValue(func() (out []map[string]any) {
	for seed := range uint64(500) {
		g := generate.New(seed)
		out = append(out, g.Object(g.Schema(generate.Valid), generate.Nearly))
	}
	return out
})

// object returns an object with a bit of everything.
func object(seed uint64) map[string]any { return objects()[seed%uint64(len(objects()))] }

// encode returns an object as the server encodes it.
func encode(obj map[string]any) []byte {
	out, err := json.Marshal(obj)
	if err != nil {
		panic(err)
	}
	return out
}
