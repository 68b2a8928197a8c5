import { describe, expect, it } from 'vitest'
import { playwrightCounts, sum, vitestCounts } from './counts.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})

describe('the last line of npm test', () => {
  it('counts a test file that cannot be loaded as one failure', () => {
    const testResults = [file('passed', 'passed', 'passed'), file('failed')]
    const report = { success: false, numPassedTests: 2, numFailedTests: 0, testResults }
    expect(vitestCounts(report)).toEqual({ passed: 2, failed: 1 })
  })

  it('counts each failed test once, and not its file as well', () => {
    const testResults = [file('failed', 'failed', 'passed', 'failed')]
    const report = { success: false, numPassedTests: 1, numFailedTests: 2, testResults }
    expect(vitestCounts(report)).toEqual({ passed: 1, failed: 2 })
  })

  it('never reports success for a run that failed outside its tests', () => {
    const report = {
      success: false,
      numPassedTests: 1,
      numFailedTests: 0,
      testResults: [file('passed', 'passed')],
    }
    expect(vitestCounts(report)).toEqual({ passed: 1, failed: 1 })
  })

  it('counts a browser test that passed only on a second try as a failure, except on shared machines', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: ['no server'] }
    expect(playwrightCounts(report)).toEqual({ passed: 5, failed: 3 })
    expect(playwrightCounts(report, true)).toEqual({ passed: 6, failed: 2 })
  })

  it('adds the counts of all steps', () => {
    expect(
      sum([
        { passed: 3, failed: 0 },
        { passed: 1, failed: 2 },
      ]),
    ).toEqual({ passed: 4, failed: 2 })
  })
})
