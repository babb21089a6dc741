package race

// Bytes is the size of the region that the detector has at the end of memory.
const Bytes = 128 << 20
