package link

// This file packs and unpacks. Unpacking stops at the limit: a kilobyte can hold a gigabyte of zeros.

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
)

var encoding = base64.RawURLEncoding

func deflate(plain []byte) ([]byte, error) {
	if len(plain) > MaxJSON {
		return nil, fmt.Errorf("the program is too long for a link: %d of %d bytes", len(plain), MaxJSON)
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func inflate(packed []byte) ([]byte, error) {
	in := bytes.NewReader(packed)
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(in), MaxJSON+1))
	if len(plain) > MaxJSON {
		return nil, fmt.Errorf("the link holds more than %d bytes", MaxJSON)
	}
	if err != nil || in.Len() > 0 {
		return nil, errors.New("the link is damaged: it cannot be unpacked")
	}
	return plain, nil
}
