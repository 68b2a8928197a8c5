import { describe, expect, it } from 'vitest'
import { playwrightTimes, slowestLines, vitestTimes } from './slowest.ts'

describe('the list of slowest tests', () => {
  it('names test files relative to the repository', () => {
    const testResults = [{ name: '/repo/apps/a.test.ts', startTime: 1000, endTime: 3500 }]
    expect(vitestTimes({ testResults }, '/repo')).toEqual([{ name: 'apps/a.test.ts', seconds: 2.5 }])
  })

  it('finds browser tests in nested groups and adds their tries', () => {
    const spec = (title: string, ...durations: number[]) => ({
      title,
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    })
    const inner = { file: 'a.spec.ts', specs: [spec('inner', 1000, 500)] }
    const report = { suites: [{ file: 'a.spec.ts', specs: [spec('outer', 250)], suites: [inner] }] }
    expect(playwrightTimes(report)).toEqual([
      { name: 'a.spec.ts: outer', seconds: 0.25 },
      { name: 'a.spec.ts: inner', seconds: 1.5 },
    ])
  })

  it('begins with the slowest and ends after the wanted number', () => {
    const times = [3, 12, 7].map((seconds) => ({ name: `${seconds}.test.ts`, seconds }))
    expect(slowestLines(times, 2)).toEqual(['   12.0 s  12.test.ts', '    7.0 s  7.test.ts'])
  })
})
