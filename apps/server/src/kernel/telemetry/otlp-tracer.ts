import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span, SpanStart, Tracer } from './tracer.ts'
import type { TracingConfig } from './tracing-config.ts'

const STOP_MS = 3000
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanStart['kind'], SpanKind>

/** Starts the library without its instrumentations: it wraps nothing, and is registered nowhere. */
export function startOtlpTracer(config: TracingConfig, role: string): Tracer {
  const { url, headers, ratio } = config
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `stockcast-${role}`,
      'service.namespace': 'stockcast',
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: STOP_MS })],
  })
  const tracer = provider.getTracer('stockcast')
  return {
    start: (name, { kind, parent, attributes }) => {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, getContext(parent))
      return wrap(span)
    },
    stop: async () => {
      await Promise.race([provider.shutdown().catch(() => undefined), pause(STOP_MS)])
    },
  }
}

function wrap(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    link: (traceparent) => {
      const context = remoteContext(traceparent)
      if (context) span.addLink({ context })
    },
    fail: (error) => {
      // The message may name an address; the log has it.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' })
    },
    end: () => span.end(),
  }
}

function getContext(parent: string | undefined) {
  const context = parent === undefined ? undefined : remoteContext(parent)
  return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
}

function remoteContext(traceparent: string) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
