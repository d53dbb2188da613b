package patch

import "bytes"

// member is one member of an object, with the key as encoded between its quotes, or one element of an array, without a key.
type member struct{ key, value []byte }

// find returns the index of a key, or -1. It looks at the likely index first, because most keys keep their place.
func find(list []member, key []byte, likely int) int {
	if likely < len(list) && bytes.Equal(list[likely].key, key) {
		return likely
	}
	for i := range list {
		if bytes.Equal(list[i].key, key) {
			return i
		}
	}
	return -1
}

func members(list []member, raw []byte) []member {
	for i := 1; raw[i] != '}'; {
		if raw[i] == ',' {
			i++
		}
		keyEnd := end(raw, i)
		valueEnd := end(raw, keyEnd+1)
		list = append(list, member{raw[i+1 : keyEnd-1], raw[keyEnd+1 : valueEnd]})
		i = valueEnd
	}
	return list
}

func elements(list []member, raw []byte) []member {
	for i := 1; raw[i] != ']'; {
		if raw[i] == ',' {
			i++
		}
		stop := end(raw, i)
		list = append(list, member{value: raw[i:stop]})
		i = stop
	}
	return list
}

// end returns the index after the value that begins at i.
func end(raw []byte, i int) int {
	switch raw[i] {
	case '"':
		return stringEnd(raw, i)
	case '{', '[':
		for depth := 0; ; i++ {
			switch raw[i] {
			case '"':
				i = stringEnd(raw, i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	default: // a number, true, false, null
		for i < len(raw) && raw[i] != ',' && raw[i] != '}' && raw[i] != ']' {
			i++
		}
		return i
	}
}

func stringEnd(raw []byte, i int) int {
	for i++; raw[i] != '"'; i++ {
		if raw[i] == '\\' {
			i++
		}
	}
	return i + 1
}
