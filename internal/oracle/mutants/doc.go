// Command mutants breaks the rules of this project, one at a time, and lists those
// that no test and no comparison with the reference notices.
//
//	go run ./mutants                        # all of them
//	go run ./mutants -only pruning          # those whose name contains a text
//	go run ./mutants -skip-comparisons      # tests only
//	go run ./mutants -list                  # the names
//
// A mutant is a text in a source file, which must occur exactly once, and its
// replacement; see the type mutant. The source tree is not touched: go test gets
// the broken file by its flag -overlay. The tests of the mutant's packages run
// first. If they pass, the comparison of the room runs. Before the first mutant of
// a package or comparison, the unbroken code must pass there.
//
// The last line is
//
//	mutants: tried=N killed=N by-tests=N by-comparison=N survived=N
//
// and the command fails if any survive. A mutant that does not compile or that
// takes too long is an error of the list.
package main
