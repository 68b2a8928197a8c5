export interface Counts {
  passed: number
  failed: number
}

export interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

/** Counts passed and failed tests. A file that could not be loaded has no failed test and counts as one. */
export function vitestCounts(report: VitestReport): Counts {
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = report.numFailedTests + unloadable.length
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed }
}

/**
 * Counts passed and failed tests. A test that passed only on a second run counts as failed, except on shared
 * machines (`mayRepeat`), where a test may wait a long time for the processor.
 */
export function playwrightCounts(report: PlaywrightReport, mayRepeat = false): Counts {
  const { expected, unexpected, flaky } = report.stats
  const failed = unexpected + report.errors.length
  return mayRepeat ? { passed: expected + flaky, failed } : { passed: expected, failed: failed + flaky }
}

export function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, each) => total + each.passed, 0),
    failed: all.reduce((total, each) => total + each.failed, 0),
  }
}
