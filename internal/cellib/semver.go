package cellib

import (
	"errors"
	"strings"

	"github.com/blang/semver/v4"
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// semverLibrary returns the functions on semantic versions, since 1.33:
//
//	semver         semver(string[, bool]) -> Semver
//	isSemver       isSemver(string[, bool]) -> bool
//	major          Semver.major() -> int, and so minor and patch
//	isGreaterThan  Semver.isGreaterThan(Semver) -> bool, and so isLessThan
//	compareTo      Semver.compareTo(Semver) -> int, -1, 0 or 1
//
// With true as the second argument the string is normalized first; see
// normalizeVersion. Build metadata is not compared.
//
// Cost: semver and isSemver 0.1 × length, the others and == of two versions 1.
func semverLibrary() *library {
	compare := signature{values.SemverType, values.SemverType}
	return &library{name: "Semver", functions: []cel.EnvOption{
		cel.Function("semver",
			cel.Overload("string_to_semver", signature{cel.StringType}, values.SemverType, unary(toSemver)),
			cel.Overload("string_bool_to_semver", signature{cel.StringType, cel.BoolType}, values.SemverType, binary(toSemverNormalized))),
		cel.Function("isSemver",
			cel.Overload("is_semver_string", signature{cel.StringType}, cel.BoolType, parsePredicate(semver.Parse)),
			cel.Overload("is_semver_string_bool", signature{cel.StringType, cel.BoolType}, cel.BoolType, binary(isSemver))),
		semverPart("major", func(v semver.Version) uint64 { return v.Major }),
		semverPart("minor", func(v semver.Version) uint64 { return v.Minor }),
		semverPart("patch", func(v semver.Version) uint64 { return v.Patch }),
		cel.Function("isGreaterThan", cel.MemberOverload("semver_is_greater_than", compare, cel.BoolType,
			binary(func(v, w values.Semver) ref.Val { return types.Bool(v.Compare(w.Version) > 0) }))),
		cel.Function("isLessThan", cel.MemberOverload("semver_is_less_than", compare, cel.BoolType,
			binary(func(v, w values.Semver) ref.Val { return types.Bool(v.Compare(w.Version) < 0) }))),
		cel.Function("compareTo", cel.MemberOverload("semver_compare_to", compare, cel.IntType,
			binary(func(v, w values.Semver) ref.Val { return types.Int(v.Compare(w.Version)) }))),
	}}
}

// semverPart declares a getter. A number beyond int64 becomes negative.
func semverPart(name string, get func(semver.Version) uint64) cel.EnvOption {
	return cel.Function(name, cel.MemberOverload("semver_"+name, signature{values.SemverType}, cel.IntType,
		unary(func(v values.Semver) ref.Val { return types.Int(get(v.Version)) })))
}

func toSemver(s types.String) ref.Val { return toSemverNormalized(s, false) }

func toSemverNormalized(s types.String, normalize types.Bool) ref.Val {
	v, err := parseSemver(string(s), bool(normalize))
	if err != nil {
		return types.WrapErr(err)
	}
	return values.Semver{Version: v}
}

func isSemver(s types.String, normalize types.Bool) ref.Val {
	_, err := parseSemver(string(s), bool(normalize))
	return types.Bool(err == nil)
}

func parseSemver(s string, normalize bool) (semver.Version, error) {
	if normalize {
		var err error
		if s, err = normalizeVersion(s); err != nil {
			return semver.Version{}, err
		}
	}
	return semver.Parse(s)
}

// normalizeVersion returns s without a leading v, without leading zeros in the first
// three parts, and padded with 0 to three parts. A shorter version must not have a
// pre-release or build metadata.
func normalizeVersion(s string) (string, error) {
	parts := strings.SplitN(strings.TrimPrefix(s, "v"), ".", 3)
	for i, part := range parts {
		parts[i] = trimZeros(part)
	}
	if len(parts) < 3 && strings.ContainsAny(parts[len(parts)-1], "+-") {
		return "", errors.New("short version cannot contain PreRelease/Build meta data")
	}
	for len(parts) < 3 {
		parts = append(parts, "0")
	}
	return strings.Join(parts, "."), nil
}

// trimZeros returns part without leading zeros. It keeps one if part would otherwise not
// begin with a digit.
func trimZeros(part string) string {
	if len(part) < 2 {
		return part
	}
	part = strings.TrimLeft(part, "0")
	if part == "" || part[0] < '0' || part[0] > '9' {
		return "0" + part
	}
	return part
}
