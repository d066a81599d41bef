# Sums the tests in ctest logs: cmocka's own lines, lines "tests: P passed, F failed, S skipped",
# and one for a test program that prints neither. A program that fails without a failed test (a
# sanitizer's report, a time limit) counts as one failure. Exits with 1 when anything failed.

function finish() {
    if (name == "") return
    if (!result && !f) f = 1
    if (result && p + f + s == 0) p = 1
    passed += p; failed += f; skipped += s
    name = ""
}

/^[0-9]+\/[0-9]+ Testing: / { finish(); name = $3; p = f = s = 0; result = 0 }
/^\[  PASSED  \] [0-9]+ test/ { p += $4 }
/^\[  FAILED  \] [0-9]+ test/ { f += $4 }
/^\[  SKIPPED \] [0-9]+ test/ { s += $4 }
/^tests: [0-9]+ passed/ { p += $2; f += $4; s += $6 }
/^skipped: / { print name ": " $0 }
/^Test Passed\.$/ { result = 1 }

END {
    finish()
    if (skipped) printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    else printf "%d passed, %d failed\n", passed, failed
    exit failed > 0 || passed == 0
}
