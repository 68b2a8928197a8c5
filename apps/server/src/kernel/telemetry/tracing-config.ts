import { z } from 'zod'

export interface TracingConfig {
  /** Where spans are sent. */
  url: string
  headers: Readonly<Record<string, string>>
  /** The share of traces that is sent, from 0 to 1. */
  ratio: number
}

/** Reads `name=value` pairs with commas between them, as OpenTelemetry defines them. */
export function readHeaders(text: string, ctx: z.RefinementCtx): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const pair of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name, value = ''] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? []
    if (name === undefined || !isDecodable(value)) {
      ctx.addIssue('must be name=value, with commas between several')
      return z.NEVER
    }
    headers[name] = decodeURIComponent(value.trim())
  }
  return headers
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

/** Returns where and what to send; null without a collector. */
export function tracingConfig(values: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS: Readonly<Record<string, string>>
  OTEL_TRACES_SAMPLER_ARG: number
}): TracingConfig | null {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return null
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}
