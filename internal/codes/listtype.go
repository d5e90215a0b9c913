package codes

// Errors in lists.
const (
	// SetDuplicate: a list of type set has equal items. Found at the second of them.
	SetDuplicate Code = "set-duplicate"
	// MapDuplicate: items of a list of type map have the same keys. Found at the
	// second of them.
	MapDuplicate Code = "map-duplicate"
	// MapItemObject: an item of a list of type map is neither an object nor null.
	// Found at the item.
	MapItemObject Code = "map-item-object"
)

// MapItemObjectDetail is the detail of a [MapItemObject] error.
const MapItemObjectDetail = "must be an object for an array of list-type map"
