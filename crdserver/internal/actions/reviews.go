package actions

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/tokens"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/crdserver/internal/user"
	"github.com/seed95800270/crdschema/status"
)

// reason is why everything is allowed.
const reason = "crdserver does not enforce RBAC: every user may do everything"

// reviewAccess answers that the user may do it.
func reviewAccess(_ context.Context, c *call) (rest.Outcome, error) {
	metadata := map[string]any{}
	kinds := map[string]string{"subjectaccessreviews": "SubjectAccessReview", "selfsubjectaccessreviews": "SelfSubjectAccessReview",
		"localsubjectaccessreviews": "LocalSubjectAccessReview"}
	if namespace := c.path.Namespace; namespace != "" {
		metadata["namespace"] = namespace
	}
	return c.answered(authorization, kinds[c.path.Resource], metadata, map[string]any{"allowed": true, "reason": reason}), nil
}

// reviewRules answers with the rule that allows everything.
//
// Rule: k8s.io/kubernetes/pkg/registry/authorization/selfsubjectrulesreview, REST.Create.
func reviewRules(_ context.Context, c *call) (rest.Outcome, error) {
	if untyped.Text(untyped.Object(c.body, "spec"), "namespace") == "" {
		return rest.Outcome{}, status.BadRequest("no namespace on request")
	}
	everything := []any{"*"}
	c.body = map[string]any{"spec": map[string]any{}}
	return c.answered(authorization, "SelfSubjectRulesReview", map[string]any{}, map[string]any{
		"resourceRules":    []any{map[string]any{"verbs": everything, "apiGroups": everything, "resources": everything}},
		"nonResourceRules": []any{map[string]any{"verbs": everything, "nonResourceURLs": everything}},
		"incomplete":       false,
	}), nil
}

// reviewSelf answers with the user of the request.
func reviewSelf(ctx context.Context, c *call) (rest.Outcome, error) {
	c.body = nil
	metadata := map[string]any{"creationTimestamp": now()}
	return c.answered(authentication, "SelfSubjectReview", metadata, map[string]any{"userInfo": user.From(ctx).Object()}), nil
}

// reviewToken answers whose token it is.
//
// Rule: k8s.io/kubernetes/pkg/registry/authentication/tokenreview, REST.Create.
func reviewToken(_ context.Context, c *call) (rest.Outcome, error) {
	spec := untyped.Object(c.body, "spec")
	token := untyped.Text(spec, "token")
	if token == "" {
		return rest.Outcome{}, status.BadRequest("token is required for TokenReview in authentication")
	}
	audiences := untyped.Texts(spec["audiences"])
	if len(audiences) == 0 {
		audiences = []string{tokens.Issuer}
	}
	sender, known := c.Known(token)
	common, err := audiences, error(nil)
	if !known {
		sender, common, err = c.Tokens.User(token, audiences...)
	}
	if err != nil {
		return c.answered(authentication, "TokenReview", map[string]any{}, map[string]any{"user": map[string]any{}, "error": err.Error()}), nil
	}
	return c.answered(authentication, "TokenReview", map[string]any{}, map[string]any{
		"authenticated": true, "user": sender.Object(), "audiences": untyped.ListOf(common),
	}), nil
}

// requestToken issues a token for a service account.
//
// Rule: k8s.io/kubernetes/pkg/registry/core/serviceaccount/storage, TokenREST.Create.
func requestToken(ctx context.Context, c *call) (rest.Outcome, error) {
	kind, err := c.kind(ctx, "", "v1", "serviceaccounts")
	if err != nil {
		return rest.Outcome{}, err
	}
	account, err := get(kind, c.path.Namespace, c.path.Name)
	if err != nil {
		return rest.Outcome{}, err
	}
	spec := map[string]any{"audiences": untyped.ListOf([]string{tokens.Issuer}), "expirationSeconds": int64(3600), "boundObjectRef": nil}
	for name, value := range untyped.Object(c.body, "spec") {
		if value != nil { // a null is absent
			spec[name] = value
		}
	}
	if audiences := untyped.Texts(spec["audiences"]); len(audiences) == 0 {
		spec["audiences"] = untyped.ListOf([]string{tokens.Issuer})
	}
	seconds, _ := spec["expirationSeconds"].(int64)
	if refused := checkExpiration(seconds); refused != nil {
		return rest.Outcome{}, refused
	}
	issued, valid := time.Now(), time.Duration(seconds)*time.Second
	token, err := c.Tokens.Issue(c.path.Namespace, c.path.Name, c.NewUID(), untyped.Texts(spec["audiences"]), issued, valid)
	if err != nil {
		return rest.Outcome{}, err
	}
	c.body = map[string]any{"spec": spec}
	metadata := map[string]any{"name": c.path.Name, "namespace": c.path.Namespace, "uid": untyped.Object(account.Value, "metadata")["uid"],
		"creationTimestamp": issued.UTC().Format(time.RFC3339)}
	return c.answered(authentication, "TokenRequest", metadata, map[string]any{
		"token": token, "expirationTimestamp": issued.Add(valid).UTC().Format(time.RFC3339),
	}), nil
}

// checkExpiration returns the Status for a token with too short or too long a life.
//
// Rule: k8s.io/kubernetes/pkg/apis/authentication/validation, ValidateTokenRequest.
func checkExpiration(seconds int64) *status.Status {
	var why string
	switch {
	case seconds < 600:
		why = "may not specify a duration less than 10 minutes"
	case seconds > 1<<32:
		why = "may not specify a duration larger than 2^32 seconds"
	default:
		return nil
	}
	cause := fmt.Sprintf("Invalid value: %d: %s", seconds, why)
	return &status.Status{
		Code: http.StatusUnprocessableEntity, Reason: "Invalid",
		Message: `TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: ` + cause,
		Details: &status.Details{Group: "authentication.k8s.io", Kind: "TokenRequest", Causes: []status.Cause{
			{Reason: "FieldValueInvalid", Message: cause, Field: "spec.expirationSeconds"}}},
	}
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }
