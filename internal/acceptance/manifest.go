package acceptance

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	crdvalidate "github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/structural"
)

func write(given map[string]any, operation string) (outcome, error) {
	crd, found := given["crd"].(map[string]any)
	if !found {
		crd = standardFrame(given["schema"])
	}
	old, _ := given["old"].(map[string]any)
	if meta, _ := old["metadata"].(map[string]any); meta != nil && meta["generation"] == nil {
		old = structural.Clone(old)
		old["metadata"].(map[string]any)["generation"] = int64(1) // which the cases omit
	}
	result, err := validate(crd, old, operation)
	if err != nil {
		return nil, err
	}
	got := outcome{
		"accepted": result.Accepted(), "errors": namedTypes(errorsOf(result.Errors)),
		"dropped": list(dotted(result.Dropped)), "warnings": list(result.Warnings), "facts": facts(result.Object),
	}
	if r := result.Status(); r != nil && len(result.Errors) == 0 {
		message, _, _ := strings.Cut(r.Message, ` in scheme "`) // which the cases omit, too
		got["error"] = map[string]any{"reason": r.Reason, "message": message}
	}
	return got, nil
}

// validate returns the server's errors for a crd. The server rejects v1beta1
// before it validates: for those the errors are what it would report.
func validate(crd, old map[string]any, operation string) (crdschema.CRDResult, error) {
	switch {
	case crd["apiVersion"] == "apiextensions.k8s.io/v1beta1":
		server := crdvalidate.Server{Rules: celrules.NewCompiler(), FormatsMinor: 36}
		out, err := server.Create(context.Background(), crd)
		return crdschema.CRDResult{Object: out.Object, Verdict: crdschema.Verdict{Errors: out.Errors}, Warnings: out.Warnings.Texts()}, cmp.Or(err, out.Undecodable.Err())
	case operation == "status-update":
		return crdschema.NewCompiler().AdmitCRD(context.Background(), crdschema.CRDRequest{CRD: crd, Old: old, Operation: crdschema.UpdateStatus})
	default:
		return crdschema.ValidateCRD(context.Background(), crd, old)
	}
}

func namedTypes(errs any) any {
	for _, err := range errs.([]any) {
		for key, v := range err.(map[string]any) {
			err.(map[string]any)[key] = strings.ReplaceAll(v.(string), "selfType#", "selfTypeN")
		}
	}
	return errs
}

type facts map[string]any

func (f facts) told(want any) any {
	out := map[string]any{}
	for path := range want.(map[string]any) {
		out[path] = lookup(map[string]any(f), path)
	}
	return out
}

// lookup returns the value at a path such as `a.b[0].c`, or nil if there is none.
func lookup(v any, path string) any {
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
		switch in := v.(type) {
		case map[string]any:
			v = in[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}
