import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

interface Service {
  image?: string
  entrypoint?: string[]
  command?: string[]
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  restart: string
  ports?: string[]
  networks: string[]
  volumes?: string[]
  healthcheck?: object
  depends_on?: Record<string, { condition: string }>
  logging?: { options?: Record<string, string> }
  environment: Record<string, string>
}

const root = path.resolve(import.meta.dirname, '../..')
const text = readFileSync(path.join(root, 'compose.yml'), 'utf8')
const compose = parse(text, { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, null>
}
const services = Object.entries(compose.services)
const ours = services.filter(([name]) => name !== 'database')
const named = (...names: string[]) => ours.filter(([name]) => names.includes(name))

describe('compose.yml', () => {
  it('requires two variables, and says in a sentence what each must be', () => {
    const required = [...text.matchAll(/\$\{(\w+):\?([^}]*)\}/g)]
    expect(required.map(([, name]) => name)).toEqual(['STOCKCAST_SECRET', 'DATABASE_PASSWORD'])
    for (const [, , sentence] of required) expect(sentence).toMatch(/^Set .+\.$/)
    const all = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)]
    const others = all.filter(([, , rest = '']) => !/^:[-?]./.test(rest))
    expect(others.map(([found]) => found)).toEqual([])
  })

  it('runs every role from one image, on a read-only root and without further privileges', () => {
    const roles = ours.map(([, { entrypoint, command }]) => entrypoint?.[1] ?? command?.[0])
    expect(roles).toEqual(['migrate', 'web', 'web', 'worker', 'admin'])
    for (const [, service] of ours) {
      expect(service).toMatchObject({
        image: ours[0]?.[1].image,
        init: true,
        read_only: true,
        tmpfs: [expect.stringMatching(/^\/tmp:/)],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    }
    const writable = ours.flatMap(([name, { volumes = [] }]) => volumes.map((each) => `${name} ${each}`))
    expect(writable).toEqual([
      'migrate database-socket:/var/run/postgresql',
      'admin database-socket:/var/run/postgresql',
      'admin admin:/data',
    ])
  })

  it('passes what follows the name of the service admin to the operator’s command', () => {
    const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    expect(dockerfile).toContain('ENTRYPOINT ["stockcast"]')
    expect(compose.services.admin?.entrypoint).toEqual(['stockcast', 'admin'])
    expect(compose.services.admin?.command).toBeUndefined()
  })

  it('starts web and worker once the database is healthy and the migrations have been applied', () => {
    expect(compose.services.database?.healthcheck).toBeDefined()
    expect(compose.services.migrate).toMatchObject({
      restart: 'no',
      depends_on: { database: { condition: 'service_healthy' } },
    })
    for (const [, service] of named('web', 'web-2', 'worker')) {
      expect(service.depends_on).toEqual({
        database: { condition: 'service_healthy' },
        migrate: { condition: 'service_completed_successfully' },
      })
      expect(service.restart).toBe('unless-stopped')
    }
  })

  it('publishes the ports of the web processes to this machine alone', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
    expect(published.map(([name]) => name)).toEqual(['web', 'web-2'])
    for (const [, port] of published) expect(port).toMatch(/^127\.0\.0\.1:/)
    expect(compose.networks.database).toEqual({ internal: true })
    expect(compose.services.database?.networks).toEqual(['database'])
  })

  it('gives the rights of the owner only to what migrates and what the operator starts', () => {
    const owners = ours.filter(([, { environment }]) => 'DATABASE_OWNER_URL' in environment)
    expect(owners.map(([name]) => name)).toEqual(['migrate', 'admin'])
  })

  it('limits the logs of every service', () => {
    for (const [, { logging }] of services)
      expect(logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' })
  })
})
