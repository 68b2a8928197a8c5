import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { getCorrelationId } from './origin.ts'
import type { Span, SpanKind, Tracer } from './tracer.ts'

/** A request or a job, with what its log lines have in common. */
interface Operation {
  tracer: Tracer | null
  span: Span | null
  fields: { correlationId: string } & Readonly<Record<string, string>>
}

export interface OperationStart {
  /** Null while tracing is off. */
  tracer: Tracer | null
  name: string
  kind: SpanKind
  /** What caused it; left out, it is the first of its kind. */
  origin?: string | undefined
  /** The correlation id when nothing caused it and tracing is off; otherwise a random one. */
  ownId?: string
  attributes?: Readonly<Record<string, string>>
  /** What each of its log lines has besides the correlation id. */
  fields?: Readonly<Record<string, string>>
}

const current = new AsyncLocalStorage<Operation>()

/** Runs a request or a job: its log lines, and the jobs that it sends, have its correlation id. */
export async function runOperation<T>(
  start: OperationStart,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const { tracer, name, kind, origin, attributes = {}, fields = {}, ownId } = start
  const span = tracer?.start(name, { kind, parent: origin, attributes }) ?? null
  const cause = span?.traceparent ?? origin
  const correlationId = (cause && getCorrelationId(cause)) ?? ownId ?? randomUUID().replaceAll('-', '')
  const operation = { tracer, span, fields: { ...fields, correlationId } }
  return current.run(operation, () => ended(span, work))
}

/** Runs a part of the current operation as a span of its own, if tracing is on. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const operation = current.getStore()
  if (!operation?.span || !operation.tracer) return work(null)
  const span = operation.tracer.start(name, { kind, parent: operation.span.traceparent, attributes: {} })
  return current.run({ ...operation, span }, () => ended(span, work))
}

async function ended<T>(span: Span | null, work: (span: Span | null) => Promise<T>): Promise<T> {
  try {
    return await work(span)
  } catch (error) {
    span?.fail(error)
    throw error
  } finally {
    span?.end()
  }
}

/** Returns what to store with work that this operation causes; undefined outside every operation. */
export function currentOrigin(): string | undefined {
  const operation = current.getStore()
  return operation?.span?.traceparent ?? operation?.fields.correlationId
}

/** Returns what to store with rows of which there are many: the trace context, or null while tracing is off. */
export function currentTrace(): string | null {
  return current.getStore()?.span?.traceparent ?? null
}

/** Records in the current trace that these operations caused it too. */
export function linkOrigins(origins: Iterable<string | null>): void {
  const { span } = current.getStore() ?? {}
  if (!span) return
  for (const origin of new Set(origins)) if (origin !== null) span.link(origin)
}

/** Returns the fields of a log line of the current operation. */
export function operationFields(): Record<string, string> {
  return { ...current.getStore()?.fields }
}
