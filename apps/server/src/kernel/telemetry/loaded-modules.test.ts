import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const here = (file: string) => new URL(file, import.meta.url).href

/** Returns the packages of the tracing library that a process of the server has loaded. */
function loadedPackages(tracing: string): string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({
      load(url, context, next) {
        const name = /node_modules\\/(@opentelemetry\\/[\\w-]+)\\//.exec(url)?.[1]
        if (name) loaded.add(name)
        return next(url, context)
      },
    })
    await import(${JSON.stringify(here('../../main.ts'))})
    const { createTracer } = await import(${JSON.stringify(here('./create-tracer.ts'))})
    const tracer = await createTracer(${tracing}, 'web')
    await tracer?.stop()
    console.log(JSON.stringify([...loaded]))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as string[]
}

/** A process that loads the whole server is slow on a busy machine. */
const PATIENCE_MS = 120_000

const isTracing = (name: string) => /sdk|exporter/.test(name)

describe('the tracing library', () => {
  it(
    'is not loaded while tracing is off',
    () => {
      expect(loadedPackages('null').filter(isTracing)).toEqual([])
    },
    PATIENCE_MS,
  )

  it(
    'is loaded when there is a collector',
    () => {
      const config = "{ url: 'http://127.0.0.1:9/v1/traces', headers: {}, ratio: 1 }"
      const loaded = loadedPackages(config)
      expect(loaded).toContain('@opentelemetry/exporter-trace-otlp-http')
      // These change functions of Node.js and of other libraries.
      expect(loaded.filter((name) => name.includes('instrumentation'))).toEqual([])
    },
    PATIENCE_MS,
  )
})
