package apimachinery

import (
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/status"
)

// StatusError returns the Status of a rejected request, for example of Result.Status, as a
// *apierrors.StatusError: apierrors.IsInvalid, IsConflict, ReasonForError and the like work
// as for the error of a client. It returns a nil error for nil. Path and Remark are lost.
func StatusError(s *crdschema.Status) error {
	if s == nil {
		return nil
	}
	return statusError(s)
}

// ErrorOf returns an error of Definition.Read, Store, Convert or their like as the
// *apierrors.StatusError that a client of the server gets: see crdschema.StatusOf. It returns
// other errors, for example of the context, and nil unchanged.
func ErrorOf(err error) error {
	if s := crdschema.StatusOf(err); s != nil {
		return statusError(s)
	}
	return err
}

func statusError(s *crdschema.Status) *apierrors.StatusError {
	return &apierrors.StatusError{ErrStatus: metav1.Status{
		Status: metav1.StatusFailure, Code: int32(s.Code), Reason: metav1.StatusReason(s.Reason), Message: s.Message, Details: statusDetails(s.Details),
	}}
}

func statusDetails(d *status.Details) *metav1.StatusDetails {
	if d == nil {
		return nil
	}
	out := &metav1.StatusDetails{Name: d.Name, Group: d.Group, Kind: d.Kind, UID: types.UID(d.UID), RetryAfterSeconds: int32(d.RetryAfterSeconds)}
	for _, c := range d.Causes {
		out.Causes = append(out.Causes, metav1.StatusCause{Type: metav1.CauseType(c.Reason), Message: c.Message, Field: c.Field})
	}
	return out
}
