import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { MEMORY_VARIABLES } from '../launch/service-environment.ts'
import { readSources } from '../source-files.ts'
import { getEnvironment, getStages, getValues } from './dockerfile.ts'
import { STARTED_BY_PLACE } from './fill-root.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const stages = getStages(read('Dockerfile'))
const [build = [], image = []] = stages

describe('the Dockerfile', () => {
  it('builds the root file system with the program that its test runs, and copies nothing else', () => {
    expect(stages).toHaveLength(2)
    expect(getValues(build, 'RUN')).toEqual([
      'npm ci --ignore-scripts --no-audit --no-fund && node tools/image/build-root.ts /image',
    ])
    expect(getValues(build, 'COPY')).toEqual(['. .'])
    expect(getValues(image, 'RUN')).toEqual([expect.stringMatching(/^rm -rf [\w/ .*-]+$/)])
    expect(getValues(image, 'COPY')).toEqual([
      '--from=build /image/usr/ /usr/',
      '--from=build /image/app/ /app/',
      '--from=build --chown=1000:1000 /image/data/ /data/',
    ])
  })

  it('uses exactly the version of Node that runs the product everywhere else', () => {
    const base = `node:${read('.node-version').trim()}-trixie-slim`
    expect(stages.map((stage) => stage[0]?.value)).toEqual([`${base} AS build`, base])
  })

  it('starts the entry command directly, not as root, and checks its health without a shell', () => {
    expect(getValues(image, 'USER')).toEqual(['1000:1000'])
    expect(getValues(image, 'STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(getValues(image, 'ENTRYPOINT')).toEqual(['["stockcast"]'])
    expect(getValues(image, 'HEALTHCHECK')).toEqual([expect.stringMatching(/CMD \["stockcast", "health"\]$/)])
  })

  it('configures the memory of the C library as the launcher does', () => {
    expect(getEnvironment(image)).toMatchObject(MEMORY_VARIABLES)
  })

  it('has the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(getValues(image, 'LABEL')).toContain(`org.opencontainers.image.version="${version}"`)
    expect(read('compose.yml')).toContain(`stockcast:${version}}`)
  })
})

it('the root file system has every file that the server or the admin command starts by its path', () => {
  const sources = [...readSources(root)].filter(([file]) => !/\.test\.ts$/.test(file))
  const threads = sources
    .filter(([file]) => file.startsWith('apps/server/src/'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)].map(([, place = '']) =>
        path.posix.join(path.posix.dirname(file), place),
      ),
    )
  const programs = sources
    .filter(([file]) => file.startsWith('tools/admin/'))
    .flatMap(([, text]) =>
      [...text.matchAll(/path\.join\(config\.root, '([^']+\.ts)'\)/g)].map(([, at]) => at),
    )
  expect([...threads, ...programs].sort()).toEqual([...STARTED_BY_PLACE].sort())
})
