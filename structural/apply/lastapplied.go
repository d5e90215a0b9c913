package apply

import (
	"errors"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/merge"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/metaedit"
)

// lastApplied is the annotation in which kubectl keeps a configuration after a client-side
// apply.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// maxAnnotations is the maximum size of all annotations together.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateAnnotationsSize.
const maxAnnotations = 256 << 10

// applyAsKubectl applies the configuration. The manager kubectl does not conflict about
// fields that it applied itself according to the annotation, and the annotation is replaced.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, lastAppliedUpdater and lastAppliedManager.
func (op *operation) applyAsKubectl(m managed) (map[string]any, managed, error) {
	out, after, err := op.applyTracked(m, op.req.Force)
	if op.req.Manager != "kubectl" {
		return out, after, err
	}
	var conflicts merge.Conflicts
	if errors.As(err, &conflicts) {
		if conflicts = op.withoutOwn(conflicts); len(conflicts) > 0 {
			return nil, after, conflicts
		}
		out, after, err = op.applyTracked(m, true)
	}
	if err != nil {
		return nil, after, err
	}
	return op.withLastApplied(out), after, op.work.Err()
}

func (op *operation) withoutOwn(conflicts merge.Conflicts) merge.Conflicts {
	own := op.ownFields()
	if own == nil {
		return conflicts
	}
	var left merge.Conflicts
	for _, c := range conflicts {
		if !own.Has(c.Path) {
			left = append(left, c)
		}
	}
	return left
}

// ownFields returns the fields of the configuration in the annotation of the live object that
// still have their values, or nil if the annotation cannot be read.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields,
// lastAppliedManager.allowedConflictsFromLastApplied.
func (op *operation) ownFields() *fieldpath.Set {
	config := op.lastAppliedObject()
	if config["apiVersion"] != op.apiVersion {
		return nil
	}
	versioned, err := op.convert(op.live, op.apiVersion)
	if err != nil {
		return nil
	}
	live, err := op.typed(versioned, refuseDuplicates)
	if err != nil {
		return nil
	}
	applied, err := op.typed(config, refuseDuplicates)
	if err != nil {
		return nil
	}
	set, err := applied.ToFieldSet()
	if err != nil {
		return nil
	}
	changes, err := applied.Compare(live)
	if err != nil {
		return nil
	}
	return set.Difference(changes.Modified).Difference(changes.Added).Difference(changes.Removed)
}

func (op *operation) lastAppliedObject() map[string]any {
	body := annotationsOf(op.live)[lastApplied]
	if body == "" {
		return nil
	}
	doc, err := decode.JSON(op.ctx, []byte(body))
	op.work.SetStage(op.stage)
	if err != nil { // if the call has to end, its tracker says so
		return nil
	}
	obj, _ := doc.Value.(map[string]any)
	return obj
}

// annotationsOf returns an empty text for null, and nil if an annotation has another type.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, Unstructured.GetAnnotations.
func annotationsOf(obj map[string]any) map[string]string {
	m, ok := metaedit.Metadata(obj)["annotations"].(map[string]any)
	if !ok {
		return nil
	}
	out := make(map[string]string, len(m))
	for name, v := range m {
		if out[name], ok = v.(string); !ok && v != nil {
			return nil
		}
	}
	return out
}

// withLastApplied updates the annotation of obj, if it has it. An annotation that would be too
// large is removed.
func (op *operation) withLastApplied(obj map[string]any) map[string]any {
	annotations := annotationsOf(obj)
	if annotations[lastApplied] == "" {
		return obj
	}
	annotations[lastApplied] = op.configurationText()
	size := 0
	for name, v := range annotations {
		size += len(name) + len(v)
	}
	if size > maxAnnotations {
		delete(annotations, lastApplied)
	}
	return withAnnotations(obj, annotations)
}

func (op *operation) configurationText() string {
	annotations := annotationsOf(op.object)
	delete(annotations, lastApplied)
	obj := withAnnotations(op.object, annotations)
	text, _ := jsontext.Marshal(op.work, obj) // whose error is the error of op.work
	return string(text) + "\n"
}

// withAnnotations replaces annotations.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, Unstructured.SetAnnotations.
func withAnnotations(obj map[string]any, annotations map[string]string) map[string]any {
	meta := metaedit.Metadata(obj)
	old, found := meta["annotations"]
	if annotations == nil && !found {
		return obj
	}
	m, o := cow.OfMap(meta), cow.OfMap(obj)
	if annotations == nil {
		m.Delete("annotations")
	} else {
		texts, _ := old.(map[string]any)
		edited, changed := replaced(texts, annotations)
		if !changed {
			return obj
		}
		m.Set("annotations", edited)
	}
	meta, _ = m.Result()
	o.Set("metadata", meta)
	obj, _ = o.Result()
	return obj
}

func replaced(old map[string]any, values map[string]string) (map[string]any, bool) {
	out := cow.OfMap(old)
	for name, v := range old {
		if value, found := values[name]; !found {
			out.Delete(name)
		} else if v != value {
			out.Set(name, value)
		}
	}
	for name, value := range values {
		if _, found := old[name]; !found {
			out.Set(name, value)
		}
	}
	return out.Result()
}
