#!/usr/bin/env bash
# The only script: everything that people, CI and Netlify do with this repository.
#
#   ./build.sh serve [ADDR]   build the site and serve it (default 127.0.0.1:8080)
#   ./build.sh site           build the site to public/: what Netlify runs
#   ./build.sh check          format, vet, types: fast
#   ./build.sh test           check, and all tests; this is what CI runs
#   ./build.sh soak [PART]    the long tests, which can be ended and go on (default all)
#
# It sets up what is missing: npm packages in site/ui, and browsers from Debian's
# packages if it is root. Go and Node it cannot install.

set -euo pipefail
cd "$(dirname "$0")"

need_go=1.26
need_node=20

say() { printf '%s\n' "build.sh: $*" >&2; }
die() { say "$*"; exit 1; }

# at_least HAVE WANT: version HAVE is WANT or newer.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# install PACKAGE: from Debian's packages, if we may.
install() {
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" = 0 ] || return 1
  say "installing $1"
  export DEBIAN_FRONTEND=noninteractive
  { apt-get install -y --no-install-recommends "$1" || { apt-get update && apt-get install -y --no-install-recommends "$1"; }; } >&2
}

setup_go() {
  command -v go >/dev/null || die "go is not installed: get Go $need_go from https://go.dev/dl/"
  local have
  have=$(go env GOVERSION)
  at_least "${have#go}" "$need_go" || die "$have is too old: Go $need_go or newer is needed"
}

setup_node() {
  command -v node >/dev/null && command -v npm >/dev/null || install npm || die "node and npm are not installed: get Node $need_node or newer"
  at_least "$(node --version | tr -d v)" "$need_node" || die "node $(node --version) is too old: $need_node or newer is needed"
  # .package-lock.json is what npm itself leaves behind when it is done.
  if ! [ site/ui/node_modules/.package-lock.json -nt site/ui/package-lock.json ]; then
    say "installing the npm packages of site/ui"
    (cd site/ui && npm ci --ignore-scripts --no-audit --no-fund >&2)
    touch site/ui/node_modules/.package-lock.json
  fi
}

# The tests of the page need a browser; without one they are skipped, but not in CI.
setup_chromium() {
  local name
  for name in chromium chromium-browser google-chrome; do
    [ -x "/usr/bin/$name" ] && return
  done
  install chromium && return
  [ -z "${CI:-}" ] || die "chromium is missing and could not be installed"
  say "chromium is missing and could not be installed: the tests of the page are skipped"
}

check() {
  setup_go
  setup_node
  local bad
  bad=$(gofmt -l $(git ls-files --cached --others --exclude-standard '*.go'))
  [ -z "$bad" ] || die "gofmt these files: $bad"
  go vet ./...
  GOOS=js GOARCH=wasm go vet ./wasm/front
  (cd site/ui && node_modules/.bin/tsc -p .)
}

# Two more browsers run a lesson in the tests. What cannot be installed is said here, and its tests are skipped; not in CI.
setup_browsers() {
  local name missing=()
  command -v firefox-esr >/dev/null || command -v firefox >/dev/null || install firefox-esr || missing+=(firefox-esr)
  command -v WebKitWebDriver >/dev/null || install webkit2gtk-driver || missing+=(webkit2gtk-driver)
  command -v Xvfb >/dev/null || install xvfb || missing+=(xvfb)
  for name in "${missing[@]}"; do
    [ -z "${CI:-}" ] || die "$name is missing and could not be installed"
    say "$name is missing and could not be installed: the tests that need it are skipped"
  done
}

# The models of core/prove need SPIN and a C compiler; without them they are not checked, but in CI they must be.
setup_spin() {
  command -v spin >/dev/null || install spin || [ -z "${CI:-}" ] || die "spin is missing and could not be installed"
  command -v cc >/dev/null || install gcc || [ -z "${CI:-}" ] || die "a C compiler is missing and could not be installed"
  command -v spin >/dev/null || say "spin is missing and could not be installed: the models are not checked"
}

tests() {
  check
  setup_chromium
  setup_browsers
  setup_spin
  # Large suites do a part of themselves each time; which part goes by the commit.
  GOPARK_SLICE=${GOPARK_SLICE:-$(git rev-list --count HEAD 2>/dev/null || echo 0)}
  export GOPARK_SLICE
  # Lock-free code is tested with the race detector only: without it a missing
  # compare-and-swap mostly goes unnoticed.
  go test -race -timeout 10m ./core/...
  # One package at a time: they measure, and start browsers.
  go test -p 1 -timeout 25m . ./wasm/... ./site/...
  # The lessons keep what they promise: solutions pass with 50 seeds, starters do not, links lead somewhere.
  go run . check
}

# soak runs the long tests, in parts that can be ended and go on: see gopark soak -help.
soak() {
  setup_go
  setup_node
  setup_chromium
  setup_spin
  go run . soak "$@"
}

case "${1:-}" in
serve)
  setup_go
  setup_node
  exec go run . serve ${2:+-addr "$2"}
  ;;
site)
  setup_go
  setup_node
  go run . site
  ;;
check) check ;;
test) tests ;;
soak) shift; soak "$@" ;;
*)
  sed -n '2,/^$/s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac
