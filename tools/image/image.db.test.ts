import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import path from 'node:path'
import { queryDatabase } from '@stockcast/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { getNodeArguments } from '../launch/node-arguments.ts'
import { databaseUrl } from '../postgres/address.ts'
import { freePort } from '../postgres/local-address.ts'
import { APP, OWNER, SUPERUSER } from '../postgres/roles.ts'
import { makeScratchFolder } from '../postgres/scratch-folder.ts'
import { getEnvironment, getStages, getValues } from './dockerfile.ts'
import { fillRoot, STARTED_BY_PLACE } from './fill-root.ts'
import { type ImageProcess, imageRunner, type StartInImage } from './fixture/image-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const DATABASE = `image_${process.pid}`
const image = getStages(readFileSync(path.join(root, 'Dockerfile'), 'utf8')).at(-1) ?? []
const [program = ''] = JSON.parse(getValues(image, 'ENTRYPOINT')[0] ?? '[]') as string[]
let folder: string
let built: string
let network: Server
let env: Record<string, string>
let startInImage: StartInImage
const running: ImageProcess[] = []

beforeAll(async () => {
  folder = makeScratchFolder()
  built = path.join(folder, 'root')
  await fillRoot(root, built)
  startInImage = imageRunner(built, program)
  network = await listenForDatabase()
  env = {
    ...getEnvironment(image),
    HOST: '127.0.0.1',
    PORT: `${await freePort()}`,
    WORKER_PORT: `${await freePort()}`,
    DRAIN_SECONDS: '0',
    PUBLIC_URL: 'https://stockcast.example.com',
    STOCKCAST_SECRET: 'a-secret-of-the-tests-32-characters',
    DATABASE_URL: at(APP, DATABASE),
    SHOPIFY_API_KEY: 'key',
    SHOPIFY_API_SECRET: 'secret',
    STRIPE_SECRET_KEY: 'sk_test_image',
    STRIPE_WEBHOOK_SECRET: 'whsec_image',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
}, 180_000)

afterEach(async () => {
  for (const each of running.splice(0)) {
    each.kill('SIGKILL')
    await each.exit
  }
})

afterAll(async () => {
  const url = databaseUrl(inject('databaseNodes')[0]!, SUPERUSER, 'postgres')
  await queryDatabase(url, `drop database if exists ${DATABASE} with (force)`)
  network?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a port of the database, whose socket other users of this machine may not reach. */
async function listenForDatabase(): Promise<Server> {
  const { host, port } = inject('databaseNodes')[0]!
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const at = (user: string, database: string, server = network) =>
  databaseUrl({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, user, database)
const owner = () => ({
  DATABASE_OWNER_URL: at(OWNER, DATABASE),
  DATABASE_SUPERUSER_URL: at(SUPERUSER, 'postgres'),
})

/** Runs a command to its end. */
async function ran(args: readonly string[], more: Record<string, string> = {}, hasData = false) {
  const started = startInImage(args, { env: { ...env, ...more }, hasData })
  return { code: await started.exit, output: started.output() }
}

async function serving(
  role: 'web' | 'worker' | 'all',
  more: Record<string, string> = {},
): Promise<ImageProcess> {
  const started = startInImage([role], { env: { ...env, ...more } })
  running.push(started)
  await started.says('"msg":"ready"')
  return started
}

async function stopped(started: ImageProcess): Promise<number> {
  running.splice(running.indexOf(started), 1)
  started.kill('SIGTERM')
  return started.exit
}

describe('the image', { timeout: 120_000 }, () => {
  it.each([[[]], [['serve']]])('explains its roles and ends with 64 when started with %j', async (args) => {
    const { code, output } = await ran(args)
    expect(code).toBe(64)
    expect(output).toContain('stockcast ROLE')
  })

  it('creates the database and its tables, and finds them there the next time', async () => {
    const first = await ran(['migrate'], owner())
    expect(first).toEqual({
      code: 0,
      output: expect.stringMatching(/^Applied the migrations from 0001_baseline.sql/),
    })
    expect(await ran(['migrate'], owner())).toEqual({
      code: 0,
      output: 'The database has every migration.\n',
    })
  })

  it('says in one sentence what is missing', async () => {
    expect(await ran(['migrate'])).toEqual({
      code: 1,
      output: 'Set DATABASE_OWNER_URL to the role that owns the tables.\n',
    })
    expect(await ran(['web'], { STRIPE_SECRET_KEY: '', SMTP_URL: '' })).toEqual({
      code: 1,
      output: 'Production never falls back to the sandbox: set STRIPE_SECRET_KEY, SMTP_URL.\n',
    })
  })

  it('has an admin command whose doctor finds every requirement met', async () => {
    const { code, output } = await ran(['admin', 'doctor'], owner(), true)
    expect({ code, output }).toMatchObject({ code: 0 })
    expect((await ran(['admin'], {}, true)).output).toContain('stockcast admin COMMAND')
  })

  it('serves as web what its health check asks for, and ends with 0 when it is asked to stop', async () => {
    const web = await serving('web')
    const address = `http://127.0.0.1:${env.PORT}`
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ status: 'ready' })
    expect(await (await fetch(`${address}/`)).text()).toContain('<!doctype html>')
    expect((await ran(['health'])).code).toBe(0)
    expect(await stopped(web)).toBe(0)
    expect((await ran(['health'])).code).toBe(1)
  })

  it('works as worker, and ends with 0 when it is asked to stop', async () => {
    const worker = await serving('worker')
    expect((await ran(['health'])).code).toBe(0)
    expect(await stopped(worker)).toBe(0)
  })

  it('starts only the worker with its arguments of Node', async () => {
    const [argument] = getNodeArguments('worker')
    const worker = await serving('worker')
    expect(worker.commandLine()).toContain(` ${argument} `)
    await stopped(worker)
    const web = await serving('web')
    expect(web.commandLine()).not.toContain(argument)
    await stopped(web)
  })

  it('does everything in one process as all, and ends with 0 when it is asked to stop', async () => {
    expect(await stopped(await serving('all', owner()))).toBe(0)
  })

  it('ends when it is asked to stop while it starts, although the first process of a container', async () => {
    const web = startInImage(['web'], { env: { ...env, DATABASE_URL: silent() } })
    running.push(web)
    await vi.waitFor(() => expect(waiting.size).toBeGreaterThan(0), { timeout: 60_000, interval: 20 })
    expect(await stopped(web)).toBe(0)
  }, 90_000)

  it('has the threads and the program that the server starts by their place, each complete in one file', () => {
    for (const place of STARTED_BY_PLACE) {
      const file = JSON.stringify(path.join(built, 'app', place))
      const load = `import(${file}).then((found) => console.log(Object.keys(found).join()))`
      const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', load], { encoding: 'utf8' })
      expect({ status, stderr }, place).toMatchObject({ status: 0 })
      expect(stdout).toMatch(/fitShop|simulateFromFile|rotateStored|readInThread|checkInThread/)
    }
  })

  it('lists the packages that it holds and none that only builds or tests it', () => {
    const sbom = JSON.parse(readFileSync(path.join(built, 'app/sbom.cdx.json'), 'utf8')) as {
      bomFormat: string
      components: { name: string; group?: string }[]
    }
    const names = sbom.components.map(({ name }) => name)
    expect(sbom.bomFormat).toBe('CycloneDX')
    expect(names).toEqual(
      expect.arrayContaining(['piscina', 'hono', 'pg', 'stripe', 'react', 'age-encryption', 'tar-stream']),
    )
    for (const name of ['vitest', 'rolldown', 'typescript']) expect(names).not.toContain(name)
  })
})

/** Connections to a database that never answers. */
const waiting = new Set<unknown>()
const mute = createServer((socket) => {
  waiting.add(socket)
  socket.on('error', () => undefined)
}).listen(0, '127.0.0.1')
afterAll(() => mute.close())
const silent = () => at(APP, 'x', mute)
