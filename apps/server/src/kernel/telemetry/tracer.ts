export type SpanKind = 'server' | 'consumer' | 'client' | 'internal'

export interface Span {
  /** The trace context of W3C, with which the trace continues elsewhere. */
  traceparent: string
  rename(name: string): void
  set(attributes: Readonly<Record<string, string | number>>): void
  link(traceparent: string): void
  fail(error: unknown): void
  end(): void
}

export interface SpanStart {
  kind: SpanKind
  /** The trace context of what caused it; anything else begins a trace. */
  parent: string | undefined
  attributes: Readonly<Record<string, string | number>>
}

export interface Tracer {
  start(name: string, start: SpanStart): Span
  /** Sends the spans that have ended, for a few seconds at most. */
  stop(): Promise<void>
}
