import type { Tracer } from './tracer.ts'
import type { TracingConfig } from './tracing-config.ts'

/**
 * Creates what sends spans to the collector of the configuration; null without one. The library is loaded only
 * then.
 */
export async function createTracer(config: TracingConfig | null, role: string): Promise<Tracer | null> {
  if (config === null) return null
  const { startOtlpTracer } = await import('./otlp-tracer.ts')
  return startOtlpTracer(config, role)
}
