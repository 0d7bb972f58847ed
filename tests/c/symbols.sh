#!/usr/bin/env bash
# What a shared library exports is what its header declares, name for name: symbols.sh LIBRARY HEADER
set -euo pipefail
library=$1 header=$2
# Functions of the header alone.
inline='mrtr_str_of|mrtr_buf_str'

exported() {
  nm -D --defined-only "$library" | awk '{ print $3 }' | sort
}

declared() {
  ${CC:-cc} -E -P -x c "$1" | grep -v inline | grep -o 'mrtr_[a-z0-9_]*(' | tr -d '(' | sort -u | grep -v -x -E "$inline"
}

same() {
  diff <(declared "$1") <(exported)
}

same "$header"

# That it can fail: a header with one function more, and one with one less.
changed=$(mktemp)
trap 'rm -f "$changed"' EXIT
sed 's/^uint32_t mrtr_abi_version/uint32_t mrtr_of_nothing(void);\n&/' "$header" > "$changed"
if same "$changed" > /dev/null; then echo "a function of the header alone went unnoticed" >&2; exit 1; fi
sed '/^uint32_t mrtr_abi_version/d' "$header" > "$changed"
if same "$changed" > /dev/null; then echo "an undeclared symbol went unnoticed" >&2; exit 1; fi

if exported | grep -v '^mrtr_'; then echo "a symbol outside mrtr_ is exported" >&2; exit 1; fi
echo "c: $(exported | wc -l) symbols exported, all declared"
