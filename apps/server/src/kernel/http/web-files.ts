import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'

/** Files of the build itself, such as its fingerprint, are for nobody. */
const HIDDEN = /\/\./
const YEAR = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app. `/` gets the landing page as rendered at build time; every other path that is not
 * a file gets the empty page of the app, which routes by itself. Without a demo, the first tag of the page
 * says so.
 */
export function serveWebFiles(
  app: Hono<AppEnv>,
  { webRoot, hasDemo }: { webRoot: string; hasDemo: boolean },
): void {
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('cache-control', YEAR)
  })
  const files = serveStatic<AppEnv>({ root: webRoot })
  const unlessHidden: MiddlewareHandler<AppEnv> = (c, next) =>
    HIDDEN.test(decoded(c.req.path)) ? next() : files(c, next)
  app.use('/assets/*', unlessHidden)
  // A page loaded before an update requests assets that are gone: it must not get a page instead of a script.
  app.use('/assets/*', async (c) => c.text('Not found', 404, { 'cache-control': 'no-store' }))
  app.use('/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-cache')
  })
  app.use('/*', async (c, next) => {
    if (['/', '/index.html', '/landing.html'].includes(c.req.path)) return next()
    return unlessHidden(c, next)
  })
  app.get('/*', async (c) => {
    const file = c.req.path === '/' ? 'landing.html' : 'index.html'
    const page = await readFile(join(webRoot, file), 'utf8')
    return c.html(hasDemo ? page : page.replace('<html ', '<html data-demo="off" '))
  })
}

/** Decodes what is left of escapes, as the file server does. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
