package structural_test

// must returns v. It panics if there is an error. It is for examples: tests use cases.Must.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
