/** A correlation id, or a trace context of W3C, which begins with one: https://www.w3.org/TR/trace-context/. */
const ORIGIN = /^(?:00-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?$/

/** The field of a job's data in which its origin is stored, beside the data of the task. */
const FIELD = 'origin'

/** Returns the id that all operations with the same first cause share; undefined for anything else. */
export function getCorrelationId(origin: string): string | undefined {
  return ORIGIN.exec(origin)?.[1]
}

/** Returns the data of a job with what caused it. */
export function withOrigin(data: object, origin: string | undefined): object {
  return origin === undefined ? data : { ...data, [FIELD]: origin }
}

/** Returns what caused a job; undefined for one that a schedule has queued. */
export function getOrigin(data: unknown): string | undefined {
  const origin = (data as Record<string, unknown> | null)?.[FIELD]
  return typeof origin === 'string' && ORIGIN.test(origin) ? origin : undefined
}
