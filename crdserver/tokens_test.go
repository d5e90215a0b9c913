package crdserver_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// TestServiceAccountTokens uses a token of a service account, until the account is deleted.
func TestServiceAccountTokens(t *testing.T) {
	server := start(t, "lamps.yaml")
	c, ctx := typedClient(t, server, "application/vnd.kubernetes.protobuf"), t.Context()
	accounts := c.CoreV1().ServiceAccounts("default")
	account, err := accounts.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{})
	require.NoError(t, err)
	request, err := accounts.CreateToken(ctx, "robot", &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	require.NoError(t, err)
	want := authenticationv1.UserInfo{Username: "system:serviceaccount:default:robot", UID: string(account.UID),
		Groups: []string{"system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"}}

	config, err := clientcmd.RESTConfigFromKubeConfig(server.Kubeconfig)
	require.NoError(t, err)
	config.CertData, config.KeyData, config.BearerToken = nil, nil, request.Status.Token
	robot, err := kubernetes.NewForConfig(config)
	require.NoError(t, err)
	self, err := robot.AuthenticationV1().SelfSubjectReviews().Create(ctx, &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{})
	require.NoError(t, err)
	assert.NotEmpty(t, self.Status.UserInfo.Extra)
	self.Status.UserInfo.Extra = nil
	assert.Equal(t, want, self.Status.UserInfo)

	review := func(token string, audiences ...string) authenticationv1.TokenReviewStatus {
		got, err := c.AuthenticationV1().TokenReviews().Create(ctx, &authenticationv1.TokenReview{
			Spec: authenticationv1.TokenReviewSpec{Token: token, Audiences: audiences}}, metav1.CreateOptions{})
		require.NoError(t, err)
		return got.Status
	}
	assert.True(t, review(request.Status.Token).Authenticated)
	assert.Equal(t, want.Username, review(request.Status.Token).User.Username)
	assert.False(t, review(request.Status.Token, "vault").Authenticated)
	assert.Equal(t, "admin", review(server.Token).User.Username)
	assert.False(t, review(request.Status.Token+"x").Authenticated)

	require.NoError(t, accounts.Delete(ctx, "robot", metav1.DeleteOptions{}))
	assert.False(t, review(request.Status.Token).Authenticated)
	_, err = robot.CoreV1().Pods("default").List(ctx, metav1.ListOptions{})
	assert.True(t, apierrors.IsUnauthorized(err), err)
}
