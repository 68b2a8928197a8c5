import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { boundedLog } from './bounded-log.ts'

interface Line {
  msg: string
  lines?: number
  subjects?: Record<string, number>
}

function startLog() {
  const lines: Line[] = []
  const log = createLog('info', 'web', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  return { lines, write: boundedLog(log) }
}

describe('a log of what strangers cause', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('has five lines a minute about one subject, and then states how many there were', () => {
    const { lines, write } = startLog()
    for (let n = 0; n < 100_000; n++) write('GET /a', { n }, 'refused')
    expect(lines).toHaveLength(5)
    vi.advanceTimersByTime(60_000)
    expect(lines.at(-1)).toMatchObject({
      msg: 'lines left out of the log',
      lines: 99_995,
      subjects: { 'GET /a': 99_995 },
    })
    write('GET /a', {}, 'refused')
    expect(lines).toHaveLength(7)
  })

  it('has a hundred lines a minute about all subjects, and states the counts of twenty', () => {
    const { lines, write } = startLog()
    for (let n = 0; n < 500; n++) write(`GET /${n}`, {}, 'refused')
    expect(lines).toHaveLength(100)
    vi.advanceTimersByTime(60_000)
    expect(lines).toHaveLength(101)
    expect(Object.keys(lines.at(-1)?.subjects ?? {})).toHaveLength(20)
  })

  it('says nothing more after a minute in which nothing was left out', () => {
    const { lines, write } = startLog()
    write('GET /a', {}, 'refused')
    vi.advanceTimersByTime(120_000)
    expect(lines).toHaveLength(1)
  })
})
