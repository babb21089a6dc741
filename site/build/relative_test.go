package build

import (
	"path"
	"strings"
	"testing"
)

func TestAddressesAreRelative(t *testing.T) {
	for _, test := range []struct{ page, to, want string }{
		{"/index.html", "/", "./"},
		{"/index.html", "/#lessons", "./#lessons"},
		{"/index.html", "/lessons/stealing/", "lessons/stealing/"},
		{"/lessons/stealing/index.html", "/", "../../"},
		{"/lessons/stealing/index.html", "/lessons/stealing/", "./"},
		{"/lessons/stealing/index.html", "/lessons/steal/", "../steal/"},
		{"/lessons/stealing/index.html", "/assets/x.js", "../../assets/x.js"},
		{"/src/sched/runq.go/index.html", "/src/sched/#x", "../#x"},
		{"/src/sched/index.html", "/src/sched/runq.go/#L5", "runq.go/#L5"},
		{"/play/index.html", "//example.org/x", "//example.org/x"},
	} {
		got := relativeTo(test.page)(test.to)
		if got != test.want {
			t.Errorf("from %s to %s is %q, want %q", test.page, test.to, got, test.want)
		}
		if at := path.Join(path.Dir(test.page), withoutPlace(got)); !strings.HasPrefix(got, "//") && at != path.Clean(withoutPlace(test.to)) {
			t.Errorf("from %s %q leads to %s", test.page, got, at)
		}
	}
}

func TestWhatIsRelinked(t *testing.T) {
	const page = `<!doctype html><svg viewBox="0 0 1 1"><a href="/play/">x</a></svg>
<p title="/play/" data-module="/assets/m.wasm" data-policy="">text " href="/play/" &lt;a href="/play/"&gt;</p>
<img src=&quot;/play/> <a href="https://example.org/play/" >y</a><!-- href="/play/" -->
<script type="application/json">{"a":"/assets/x.js","b":"/nothing","c":"say \"/play/\"","d":"/src/sched/#f","e":"/play/ x"}</script>
<script>" href="/play/"</script>
<noscript><a href="/play/">z</a></noscript>`
	const want = `<!doctype html><svg viewBox="0 0 1 1"><a href="../play/">x</a></svg>
<p title="/play/" data-module="../assets/m.wasm" data-policy="">text " href="/play/" &lt;a href="/play/"&gt;</p>
<img src=&quot;/play/> <a href="https://example.org/play/" >y</a><!-- href="/play/" -->
<script type="application/json">{"a":"../assets/x.js","b":"/nothing","c":"say \"/play/\"","d":"../src/sched/#f","e":"/play/ x"}</script>
<script>" href="/play/"</script>
<noscript><a href="../play/">z</a></noscript>`
	got, err := relink([]byte(page), relativeTo("/lessons/index.html"))
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}
