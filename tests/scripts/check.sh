#!/bin/sh
# Checks the browser scripts where Node is: their style, their types, and the tests beside this file.
set -eu
cd "${0%/*}/../.."

if ! command -v npm >/dev/null || ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'; then
  echo "The browser scripts were not checked: that needs Node.js 20.10 or later with npm" \
    "(a package of most systems; or see nodejs.org)."
  test "${CI:-}" != true # continuous integration must have it
  exit
fi
test node_modules/.package-lock.json -nt package.json || npm install --no-audit --no-fund
npm test
