// This file holds Go's size classes: the 67 sizes that small objects are rounded
// up to, and the number of pages that a span of each class takes.
//
// Programs can see them: append rounds a slice's capacity up to a class, so the
// table is gc's, number for number (a test compares capacities with native Go).
//
// In Go: internal/runtime/gc/sizeclasses.go, and roundupsize in runtime/msize.go.
// There two index tables are constants; here sizesInit fills them.

package rt

const (
	numClasses   = 68
	maxSmallSize = 32768

	pageShift = 13
	pageSize  = 1 << pageShift

	// gc stores a one-word header in front of small objects with pointers that
	// are bigger than this. We do not, but capacities must come out alike.
	headerFrom = 512
	headerSize = 8

	// maxAlloc is where gc's address space for a heap ends.
	maxAlloc = 1 << 48
)

var classSize = [numClasses]uint16{
	0, 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256,
	288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024,
	1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456, 4096,
	4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240, 10880, 12288, 13568, 14336, 16384,
	18432, 19072, 20480, 21760, 24576, 27264, 28672, 32768,
}

var classPages = [numClasses]uint8{
	0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 2, 1, 2, 1, 2, 1, 3, 2, 3, 1,
	3, 2, 3, 4, 5, 6, 1, 7, 6, 5, 4, 3, 5, 7, 2,
	9, 7, 5, 8, 3, 10, 7, 4,
}

// The class of a size: by eights up to 1024, by 128s above.
var (
	class8   [1024/8 + 1]uint8
	class128 [(maxSmallSize-1024)/128 + 1]uint8
)

// sizesInit fills class8 and class128.
func sizesInit() {
	c := uint8(1)
	for i := 1; i < len(class8); i++ {
		for int(classSize[c]) < i*8 {
			c++
		}
		class8[i] = c
	}
	for i := 0; i < len(class128); i++ {
		for int(classSize[c]) < 1024+i*128 {
			c++
		}
		class128[i] = c
	}
}

// classOf gives the class of a size from 1 to maxSmallSize.
func classOf(size uintptr) uint8 {
	if size <= 1024-8 {
		return class8[(size+7)>>3]
	}
	return class128[(size-1024+127)>>7]
}

// roundupsize gives the size of the block that gc would allocate, without its header.
func roundupsize(size uintptr, noscan bool) uintptr {
	req := size
	if req <= maxSmallSize-headerSize {
		if !noscan && req > headerFrom {
			req += headerSize
		}
		if req == 0 {
			return 0
		}
		return uintptr(classSize[classOf(req)]) - (req - size)
	}
	req += pageSize - 1
	if req < size {
		return size
	}
	return req &^ (pageSize - 1)
}

// Roundupsize is roundupsize for package runtime.
func Roundupsize(size uintptr, noscan bool) uintptr { return roundupsize(size, noscan) }
