package celcost

// Row is a row of the tables, for tests.
type Row struct {
	Function, Overload string
	Since              int
}

// Rows returns all rows.
func Rows() (out []Row) {
	for _, rows := range [][]row{rowsOfCEL, rowsOfKubernetes} {
		for _, r := range rows {
			out = append(out, Row{r.function, r.overload, r.since})
		}
	}
	return out
}
