package valuetext

// MaxSize is the size at which [SizeOf] stops, in bytes: the bound on all errors of one result.
const MaxSize = 4 << 20

// SizeOf returns the approximate number of bytes that a value prints, at most [MaxSize], and
// measures nothing below 10,000 levels.
func SizeOf(value any) int {
	left := MaxSize
	measure(value, maxDepth, &left)
	return MaxSize - max(left, 0)
}

func measure(value any, depth int, left *int) {
	const scalar = 4
	switch *left -= scalar; v := value.(type) {
	case string:
		*left -= len(v)
	case []any:
		for i := 0; i < len(v) && *left > 0 && depth > 0; i++ {
			measure(v[i], depth-1, left)
		}
	case map[string]any:
		for name, e := range v {
			if *left <= 0 || depth == 0 {
				return
			}
			*left -= len(name)
			measure(e, depth-1, left)
		}
	}
}
