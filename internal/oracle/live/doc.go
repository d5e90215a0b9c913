// Package live runs the reference server in the test process: Kubernetes' own
// apiextensions-apiserver, the code that kube-apiserver links for custom
// resources, on an embedded etcd. It answers what no exported function of the
// reference answers: a whole request.
//
// The server starts when a test first calls [Start], takes a few seconds for
// that, and serves all tests of the process; TestMain stops it:
//
//	func TestMain(m *testing.M) { os.Exit(live.Main(m)) }
//
// Requests go straight into the server's handler chain, without a network. It
// has no admission plugins, authenticates everybody as an administrator, has no
// core group (any namespace exists), and no priority and fairness.
//
// Install all definitions first: the server delays the creation of an object until
// its definition has been established for two seconds. [Server.Install] creates all
// given definitions and waits once.
package live
