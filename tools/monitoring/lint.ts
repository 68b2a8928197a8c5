// Runs the linters of Prometheus and Grafana on docs/monitoring, where they are installed.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../docs/monitoring')
const linters = [
  ['promtool', 'check', 'rules', '--lint-fatal', 'alerts.yml'],
  ['promtool', 'check', 'config', 'prometheus.yml'],
  ['promtool', 'test', 'rules', 'alerts.test.yml'],
  ['dashboard-linter', 'lint', '--strict', 'dashboard.json'],
] as const

let failed = 0
for (const [program, ...args] of linters) {
  const line = [program, ...args].join(' ')
  const { error, status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  console.log(`${line}: ${isMissing ? 'skipped, not installed' : status === 0 ? 'passed' : 'failed'}`)
  if (isMissing || status === 0) continue
  failed++
  console.log(`${stdout}${stderr}`.trim())
}
process.exitCode = failed > 0 ? 1 : 0
