// Package tokens issues the tokens of service accounts and knows them again. They are JSON Web Tokens that only
// the server which signed them can check: the key is not kept.
package tokens

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/crdserver/internal/user"
)

// Issuer is the issuer of the tokens, and the audience of those for the server.
const Issuer = "https://kubernetes.default.svc.cluster.local"

// Tokens signs tokens and checks them.
type Tokens struct {
	key []byte
	uid func(namespace, name string) string
}

// New returns tokens of a new key. uid returns the uid of a service account that exists, or "": the tokens of others
// are not valid.
func New(uid func(namespace, name string) string) *Tokens {
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // it never fails
	return &Tokens{key: key, uid: uid}
}

// Content is what a token says.
type Content struct {
	ID        string   `json:"jti"`
	Issuer    string   `json:"iss"`
	Subject   string   `json:"sub"`
	Audiences []string `json:"aud"`
	Issued    int64    `json:"iat"`
	NotBefore int64    `json:"nbf"`
	Expires   int64    `json:"exp"`
	Account   Account  `json:"kubernetes.io"`
}

// Account is the service account of a token.
type Account struct {
	Namespace      string `json:"namespace"`
	ServiceAccount struct {
		Name string `json:"name"`
		UID  string `json:"uid"`
	} `json:"serviceaccount"`
}

// subjectPrefix begins the names of service accounts as users.
const subjectPrefix = "system:serviceaccount:"

// header is the encoded header of all tokens.
var header = encode([]byte(`{"alg":"HS256","typ":"JWT"}`))

// Issue returns a token for a service account.
func (t *Tokens) Issue(namespace, name, id string, audiences []string, issued time.Time, valid time.Duration) (string, error) {
	c := Content{
		ID: id, Issuer: Issuer, Subject: subjectPrefix + namespace + ":" + name, Audiences: audiences,
		Issued: issued.Unix(), NotBefore: issued.Unix(), Expires: issued.Add(valid).Unix(), Account: Account{Namespace: namespace},
	}
	c.Account.ServiceAccount.Name, c.Account.ServiceAccount.UID = name, t.uid(namespace, name)
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	signed := header + "." + encode(text)
	return signed + "." + encode(t.sign(signed)), nil
}

func encode(text []byte) string { return base64.RawURLEncoding.EncodeToString(text) }

func (t *Tokens) sign(text string) []byte {
	mac := hmac.New(sha256.New, t.key)
	_, _ = mac.Write([]byte(text)) // it never fails
	return mac.Sum(nil)
}

var errInvalid = errors.New("invalid bearer token")

// User returns the service account of a token for one of several audiences, and their common audiences.
func (t *Tokens) User(token string, audiences ...string) (user.Info, []string, error) {
	c, err := t.content(token)
	if err != nil {
		return user.Info{}, nil, err
	}
	var common []string
	for _, audience := range audiences {
		if slices.Contains(c.Audiences, audience) {
			common = append(common, audience)
		}
	}
	uid := t.uid(c.Account.Namespace, c.Account.ServiceAccount.Name)
	switch now := time.Now().Unix(); {
	case now >= c.Expires:
		return user.Info{}, nil, errors.New("service account token has expired")
	case uid == "" || uid != c.Account.ServiceAccount.UID, len(common) == 0:
		return user.Info{}, nil, errInvalid
	}
	groups := []string{"system:serviceaccounts", "system:serviceaccounts:" + c.Account.Namespace, user.Authenticated}
	extra := map[string][]string{"authentication.kubernetes.io/credential-id": {"JTI=" + c.ID}}
	return user.Info{Name: c.Subject, UID: uid, Groups: groups, Extra: extra}, common, nil
}

// content returns what a token says if the server has signed it.
func (t *Tokens) content(token string) (c Content, err error) {
	at := strings.LastIndexByte(token, '.')
	if at < 0 || !strings.HasPrefix(token, header+".") || at < len(header)+1 {
		return c, errInvalid
	}
	signature, err := base64.RawURLEncoding.DecodeString(token[at+1:])
	if err != nil || !hmac.Equal(signature, t.sign(token[:at])) {
		return c, errInvalid
	}
	text, err := base64.RawURLEncoding.DecodeString(token[len(header)+1 : at])
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	return c, err
}
