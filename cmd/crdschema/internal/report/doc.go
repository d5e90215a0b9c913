// Package report has the verdicts of the commands as data, and writes them as text for people, JSON,
// JUnit, SARIF and annotations of GitHub. A writer of a format gets one [Item] after the other, so that a
// report is never held in memory, apart from JUnit, whose first line has the numbers.
package report
