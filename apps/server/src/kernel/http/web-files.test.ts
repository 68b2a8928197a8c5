import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { AppEnv } from './context.ts'
import { serveWebFiles } from './web-files.ts'

const app = new Hono<AppEnv>()
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  folder = await temporaryFolder()
  const root = folder.path
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Stockcast</title>')
  await writeFile(join(root, 'landing.html'), '<!doctype html><h1>Know what will run out</h1>')
  await writeFile(join(root, 'assets', 'app-1.js'), 'export {}')
  await mkdir(join(root, '.vite'))
  for (const file of ['.built', '.vite/manifest.json', 'assets/.hidden'])
    await writeFile(join(root, file), 'of the build')
  await writeFile(join(root, 'favicon.svg'), '<svg/>')
  serveWebFiles(app, { webRoot: root, hasDemo: true })
})

afterAll(() => folder?.remove())

describe('the web app’s server', () => {
  it('X-01 sends the same page for any path that is not a file, and the page routes by itself', async () => {
    const answer = await app.request('/nowhere')
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<title>Stockcast')])
  })

  it('L-01 sends the landing page rendered, at its own path only', async () => {
    const texts = await Promise.all(
      ['/', '/?from=mail', '/dashboard', '/landing.html'].map(async (path) =>
        (await app.request(path)).text(),
      ),
    )
    expect(texts.map((text) => text.includes('Know what will run out'))).toEqual([true, true, false, false])
  })

  it('marks every page when the demo is switched off', async () => {
    const without = new Hono<AppEnv>()
    await writeFile(
      join(folder.path, 'index.html'),
      '<!doctype html><html lang="en"><title>Stockcast</title>',
    )
    serveWebFiles(without, { webRoot: folder.path, hasDemo: false })
    expect(await (await without.request('/auth')).text()).toContain('<html data-demo="off" lang="en">')
    expect(await (await app.request('/auth')).text()).toContain('<html lang="en">')
  })

  it.each([
    '/.built',
    '/%2ebuilt',
    '/.vite/manifest.json',
    '/%2evite%2fmanifest.json',
    '//.built',
    '/x/../.built',
    '/assets/.hidden',
    '/assets/%2ehidden',
  ])('sends no hidden file of the build, as for %s', async (path) =>
    expect(await (await app.request(path)).text()).not.toContain('of the build'),
  )

  it('has browsers ask again for files whose names stay', async () => {
    const answer = await app.request('/favicon.svg')
    expect([await answer.text(), answer.headers.get('cache-control')]).toEqual(['<svg/>', 'no-cache'])
  })

  it('lets browsers keep assets for a year', async () => {
    const answer = await app.request('/assets/app-1.js')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
  })

  it('answers 404 for an asset that an update removed, instead of a page', async () => {
    const answer = await app.request('/assets/app-0.js')
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
  })
})
