import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Problem } from '../problem.ts'

/** The parts of the product whose packages run: bundled, copied, or sent to browsers. */
const RUNNING_PARTS = [
  'apps/server',
  'apps/web',
  'packages/calendar',
  'packages/contract',
  'packages/forecasting',
  'packages/tables',
]
/** The packages of the root that the operator's command runs; the others build. */
const OF_THE_COMMAND = /^(age-encryption|pg|pg-copy-streams|tar-stream)@/
const MAX_BYTES = 64 * 2 ** 20

interface Bill {
  components: { name: string; 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * Returns the software bill of materials of the running parts as CycloneDX, by the lock file. npm's own choice
 * among the packages of several workspaces also leaves out those that one of them uses in tests alone, so the
 * dependencies are followed here.
 */
export function listPackages(root: string): string {
  const bill = readBill(root)
  const ofTheCommand = getDependencies(root, '').filter((each) => OF_THE_COMMAND.test(each))
  const first = new Set([...ofTheCommand, ...RUNNING_PARTS.flatMap((part) => getDependencies(root, part))])
  const running = runningRefs(bill, first, optionalPeers(root))
  const components = bill.components.filter((each) => running.has(each['bom-ref']))
  const dependencies = bill.dependencies.filter(({ ref }) => running.has(ref))
  return JSON.stringify({ ...bill, components, dependencies }, null, 2)
}

function readBill(root: string): Bill {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', ...options, '--omit', 'optional'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Problem(`npm could not list the packages of the image: ${stderr}`)
  return JSON.parse(stdout) as Bill
}

function getDependencies(root: string, part: string): string[] {
  const text = readFileSync(path.join(root, part, 'package.json'), 'utf8')
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> }
  return Object.entries(dependencies)
    .filter(([name]) => !name.startsWith('@stockcast/'))
    .map(([name, version]) => `${name}@${version}`)
}

interface Locked {
  version?: string
  dependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** Returns what each package works with but does not need, such as a test runner that is installed for another reason. */
function optionalPeers(root: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }
  return new Map(
    Object.entries(packages).map(([place, { version, dependencies = {}, peerDependenciesMeta = {} }]) => [
      `${place.split('node_modules/').at(-1)}@${version}`,
      Object.keys(peerDependenciesMeta).filter(
        (name) => peerDependenciesMeta[name]?.optional && !(name in dependencies),
      ),
    ]),
  )
}

/** Returns what these packages need, and themselves. */
function runningRefs(
  { dependencies }: Bill,
  first: ReadonlySet<string>,
  optional: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const found = new Set(first)
  for (const ref of found) {
    for (const next of needs.get(ref) ?? []) {
      const isOptional = optional.get(ref)?.includes(next.slice(0, next.lastIndexOf('@')))
      if (!isOptional) found.add(next)
    }
  }
  return found
}
