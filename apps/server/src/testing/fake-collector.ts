import { serve } from '../kernel/http/serve.ts'

/** A span as the exporter sends it: https://opentelemetry.io/docs/specs/otlp/#otlphttp. */
export interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: object }[]
  links?: { traceId: string }[]
  /** The name of the process's service. */
  service: string
}

interface TraceRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: Omit<SentSpan, 'service'>[] }[]
  }[]
}

/** Starts a collector of OTLP over HTTP, which keeps the spans and the headers that it is sent. */
export async function startFakeCollector() {
  const spans: SentSpan[] = []
  const headers: Headers[] = []
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/traces') {
        return new Response(null, { status: 404 })
      }
      headers.push(request.headers)
      const { resourceSpans } = (await request.json()) as TraceRequest
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })))
      }
      return Response.json({})
    },
  })
  return { url: server.address, spans, headers, stop: () => server.stop(0) }
}
