import { describe, expect, it } from 'vitest'
import {
  currentOrigin,
  currentTrace,
  inSpan,
  linkOrigins,
  operationFields,
  runOperation,
} from './operation.ts'
import { getCorrelationId, getOrigin, withOrigin } from './origin.ts'
import type { Span, SpanStart, Tracer } from './tracer.ts'

const ID = 'a'.repeat(32)
const TRACE = `00-${ID}-${'b'.repeat(16)}-01`

/** Returns a tracer that continues the parent's trace and records its calls. */
function recordingTracer() {
  const calls: [string, ...unknown[]][] = []
  const start = (name: string, { parent }: SpanStart): Span => {
    const traceId = (parent && getCorrelationId(parent)) ?? 'c'.repeat(32)
    calls.push(['start', name, parent])
    return {
      traceparent: `00-${traceId}-${String(calls.length).padStart(16, '0')}-01`,
      rename: () => undefined,
      set: () => undefined,
      link: (other) => void calls.push(['link', name, other]),
      fail: () => void calls.push(['fail', name]),
      end: () => void calls.push(['end', name]),
    }
  }
  const tracer: Tracer = { start, stop: async () => undefined }
  return { tracer, calls }
}

const job = { tracer: null, name: 'count', kind: 'consumer' } as const

describe('an operation', () => {
  it('has the id of what caused it, and passes it on', async () => {
    const origin = await runOperation({ ...job, origin: ID }, async () => currentOrigin())
    expect(origin).toBe(ID)
    const ofTrace = await runOperation({ ...job, origin: TRACE }, async () => currentOrigin())
    expect(ofTrace).toBe(ID)
  })

  it('has an id of its own, given or new, when nothing caused it', async () => {
    expect(await runOperation({ ...job, ownId: ID }, async () => currentOrigin())).toBe(ID)
    const found = [0, 0].map(() => runOperation(job, async () => currentOrigin()))
    const [one, two] = await Promise.all(found)
    expect(one).toMatch(/^[0-9a-f]{32}$/)
    expect(two).not.toBe(one)
  })

  it('gives its log lines the id and its fields, and nothing to lines outside', async () => {
    const fields = await runOperation({ ...job, origin: ID, fields: { task: 'count' } }, async () =>
      operationFields(),
    )
    expect(fields).toEqual({ correlationId: ID, task: 'count' })
    expect([operationFields(), currentOrigin(), currentTrace()]).toEqual([{}, undefined, null])
  })

  it('is a span below what caused it while tracing is on, and its parts are below it', async () => {
    const { tracer, calls } = recordingTracer()
    await runOperation({ ...job, tracer, origin: TRACE }, async () => {
      linkOrigins([TRACE, null, TRACE])
      await inSpan('slack', 'client', async () =>
        expect(currentTrace()).toBe(`00-${ID}-${'3'.padStart(16, '0')}-01`),
      )
    })
    expect(calls).toEqual([
      ['start', 'count', TRACE],
      ['link', 'count', TRACE],
      ['start', 'slack', `00-${ID}-${'1'.padStart(16, '0')}-01`],
      ['end', 'slack'],
      ['end', 'count'],
    ])
  })

  it('fails with its error, and its span ends', async () => {
    const { tracer, calls } = recordingTracer()
    const failing = runOperation({ ...job, tracer }, async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(calls.slice(1)).toEqual([
      ['fail', 'count'],
      ['end', 'count'],
    ])
  })
})

describe('the origin of a job', () => {
  it('is stored beside its data, and read again', () => {
    expect(getOrigin(withOrigin({ merchantId: 1 }, TRACE))).toBe(TRACE)
    expect(withOrigin({ merchantId: 1 }, undefined)).toEqual({ merchantId: 1 })
  })

  it.each([undefined, 7, 'x', `${ID}0`, `00-${ID}`.slice(0, -1), `${TRACE}-00`])(
    'is unknown when the data say %s',
    (origin) => {
      expect(getOrigin({ merchantId: 1, origin })).toBeUndefined()
    },
  )

  it('is unknown for a job without data', () => {
    expect(getOrigin(null)).toBeUndefined()
  })
})
