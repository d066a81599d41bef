#!/bin/bash -eu
# Builds the targets of tests/fuzz for OSS-Fuzz: CC, CFLAGS, LIB_FUZZING_ENGINE, SANITIZER, SRC, OUT and WORK are its own.
# What the targets need of shared libraries goes beside them, as the machines that run them have none.
targets="page decode metadata json request wire robots text warc"
dictionaries="page:html metadata:html decode:html json:json request:http wire:http robots:text text:text warc:warc"

cmake -S "$SRC/danad" -B "$WORK/danad" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER="$CC" \
    -DCMAKE_C_FLAGS="$CFLAGS" -DDANAD_SANITIZE="$SANITIZER,fuzzer-no-link" \
    -DDANAD_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"
# shellcheck disable=SC2046,SC2086  # one word a target
ninja -C "$WORK/danad" $(printf 'target_%s ' $targets)
mkdir -p "$OUT/lib"
for name in $targets; do
    cp "$WORK/danad/target_$name" "$OUT/"
    (cd "$SRC/danad/tests/fuzz/corpus/$name" && python3 -m zipfile -c "$OUT/target_${name}_seed_corpus.zip" ./*)
    ldd "$OUT/target_$name" | awk '$3 ~ /^\// { print $3 }' | grep -Ev '/(libc|libm|libdl|libpthread|librt|ld-linux[^/]*)\.so' |
        xargs -r cp -n -t "$OUT/lib"
    patchelf --set-rpath "\$ORIGIN/lib" "$OUT/target_$name"
done
for pair in $dictionaries; do
    cp "$SRC/danad/tests/fuzz/dictionaries/${pair#*:}.dict" "$OUT/target_${pair%:*}.dict"
done
