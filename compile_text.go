package crdschema

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/seed95800270/crdschema/document"
	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// CompileYAML calls CompileYAML of a new compiler. See [Compiler.CompileYAML].
func CompileYAML(ctx context.Context, text []byte, opts ...Option) (*Definition, error) {
	ctx, _ = work.Share(ctx)
	crd, err := decodeCRD(ctx, text)
	if err != nil {
		return nil, err
	}
	return Compile(ctx, crd, opts...)
}

// CompileYAML returns the definition of the CustomResourceDefinition in a YAML or JSON
// text, as [Compiler.Compile] does for a map. The text has exactly one document, not
// counting empty ones; [document.DecodeYAML] reads several. Numbers are decoded as the
// server decodes them. If a field is repeated, YAML keeps the last value and JSON merges
// objects; [AdmitCRD] also reports it.
//
// The error is a [*document.DecodeError] if the text cannot be decoded or is not one
// object, else Compile's. Decoding and compiling share one budget.
//
// [AdmitCRD]: Compiler.AdmitCRD
func (c *Compiler) CompileYAML(ctx context.Context, text []byte, opts ...DefinitionOption) (*Definition, error) {
	ctx, _ = work.Share(ctx)
	crd, err := decodeCRD(ctx, text)
	if err != nil {
		return nil, err
	}
	return c.Compile(ctx, crd, opts...)
}

// MustCompileYAML returns the definition of the CustomResourceDefinition in a text, as
// [CompileYAML] does. It panics with the error of CompileYAML, or if a server would not create
// the CRD ([Compiler.AdmitCRD]). It is for package variables and tests, with a text that is part
// of the program. CompileYAML does not check the CRD: use it for one that is stored already and
// may break the rules for new ones.
func MustCompileYAML(text string, opts ...Option) *Definition {
	return must(compileNew(context.Background(), []byte(text), opts))
}

// compileNew returns the definition of a CRD that a server would create.
func compileNew(ctx context.Context, text []byte, opts []Option) (*Definition, error) {
	crd, err := decodeCRD(ctx, text)
	if err != nil {
		return nil, err
	}
	c := newCompiler(with(config{minor: kubeversion.Newest}, opts))
	answer, err := c.AdmitCRD(ctx, CRDRequest{CRD: crd})
	if err := cmp.Or(err, answer.Err()); err != nil {
		return nil, err
	}
	return c.Compile(ctx, crd)
}

func must(d *Definition, err error) *Definition {
	if err != nil {
		panic("crdschema: " + err.Error())
	}
	return d
}

// decodeCRD returns the only object in a text.
func decodeCRD(ctx context.Context, text []byte) (map[string]any, error) {
	doc, err := document.DecodeOne(ctx, text)
	if err == nil && len(doc.Duplicates) > 0 && json.Valid(text) {
		return mergeRepeated(ctx, text)
	}
	return doc.Object, err
}

// mergeRepeated returns the CRD in a JSON text with repeated fields as the server holds it:
// the server decodes each of them into the same struct. Unknown fields are missing.
func mergeRepeated(ctx context.Context, text []byte) (map[string]any, error) {
	body, err := decode.ReadBody(ctx, text, decode.MediaJSON)
	if err != nil {
		return nil, err
	}
	named, err := gotype.ReadTypeMetaText(body.JSON)
	if err != nil {
		return nil, &document.DecodeError{Line: 1, Err: err}
	}
	found, err := crddecode.ReadBody(ctx, body, named)
	if err != nil {
		return nil, err
	}
	if found.Undecodable != nil {
		return nil, structural.Errors{found.Undecodable}.Err()
	}
	return found.CRD, nil
}
