// Package beam audits stored objects as a pipeline of Apache Beam, for more objects than one machine
// judges in the time at hand.
//
//	p, s := beam.NewPipelineWithRoot()
//	reports := crdbeam.Audit(s, crdbeam.Upgrades(s, upgrade), records)
//
// Everything but reading and combining is package compat: a worker compiles each CRD once, judges
// objects with [compat.Audit], and the reports are combined with [compat.Merge]. The report about a kind
// has the same bytes as that of one machine.
//
// # Steps
//
//   - Objects are texts: [Record]. A worker reads each of them once.
//   - The CRDs are a side input: each worker has all of them.
//   - A worker judges up to 1,000 objects of a kind at a time, and keeps at most that many, or 16 MiB.
//   - The reports are combined by group and kind, before and after they are sent to another machine.
//
// # Runners
//
// The program crdaudit below this package runs it with the flags of Beam. Its default is prism, the
// runner of Beam for one machine, inside the process. Others:
//
//	crdaudit --crd=new.yaml --old=old.yaml --objects='gs://bucket/objects-*.json' --output=gs://bucket/report.txt \
//	  --runner=dataflow --project=PROJECT --region=REGION --staging_location=gs://bucket/staging
//	crdaudit --crd=new.yaml --objects='/shared/objects-*.json' --output=/shared/report.txt \
//	  --runner=flink --endpoint=localhost:8099 --environment_type=DOCKER --environment_config=apache/beam_go_sdk:2.77.0
//
// Files of objects have one object a line, such as `kubectl get crontabs -A -o json | jq -c '.items[]'`
// prints.
//
// # Stability
//
// The package is not part of the stable core and may still change.
package beam
