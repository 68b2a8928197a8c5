import { existsSync, readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { Registry } from 'prom-client'
import { describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from './metrics.ts'

const docs = new URL('../../../../../docs/', import.meta.url)
const text = (name: string) => readFileSync(new URL(name, docs), 'utf8')

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string; runbook_url: string }
}
interface Panel {
  title: string
  targets?: { expr: string; legendFormat: string }[]
}
interface Alerts {
  groups: { rules: Rule[] }[]
}

const { groups } = parse(text('monitoring/alerts.yml')) as Alerts
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(text('monitoring/dashboard.json')) as { panels: Panel[] }
const targets = panels.flatMap((panel) => panel.targets ?? [])
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, withoutVariables(expr)] as const),
  ),
]

/** Labels that Prometheus itself adds. */
const ADDED = ['job', 'instance']

/** Replaces the variables of Grafana as Grafana does. */
function withoutVariables(query: string): string {
  return query.replaceAll('$__rate_interval', '5m').replaceAll(/\$(job|instance)/g, '.+')
}

/** Returns the labels of every series that a process of the server exports, by its name. */
function exportedLabels(): Map<string, readonly string[]> {
  const registered = vi.spyOn(Registry.prototype, 'registerMetric')
  const kernel = {
    config: { role: 'all', databasePoolSize: 6 },
    db: { pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } },
    jobs: { silentMs: () => 0 },
    disk: { look: async () => ({ isLow: false, freeBytes: {} }), minFreeBytes: 0 },
  }
  createMetrics(kernel as never, () => 0).close()
  const metrics = registered.mock.calls.map(([metric]) => metric as unknown as Exported)
  registered.mockRestore()
  const labels = new Map<string, readonly string[]>([['up', []]])
  for (const { name, labelNames, buckets } of metrics) {
    if (buckets === undefined) labels.set(name, labelNames)
    else {
      labels.set(`${name}_bucket`, [...labelNames, 'le'])
      labels.set(`${name}_count`, labelNames)
      labels.set(`${name}_sum`, labelNames)
    }
  }
  return labels
}

interface Exported {
  name: string
  labelNames: string[]
  buckets?: number[]
}

/** Returns the names of the metrics and labels in a query; throws when it is not PromQL. */
function namesIn(query: string): { metrics: string[]; labels: string[] } {
  const metrics = new Set<string>()
  const labels = new Set<string>()
  parser.parse(query).iterate({
    enter: ({ name, from, to, type, node }) => {
      if (type.isError) throw new Error(`${query} cannot be read from ${query.slice(from, from + 20)}`)
      const word = query.slice(from, to)
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') metrics.add(word)
      if (name === 'LabelName') labels.add(word)
    },
  })
  return { metrics: [...metrics], labels: [...labels] }
}

describe('the alert rules and the dashboard', () => {
  const exported = exportedLabels()

  it.each(queries)('name in "%s" only metrics and labels that the product exports', (_title, query) => {
    const { metrics, labels } = namesIn(query)
    expect(metrics.length).toBeGreaterThan(0)
    expect(metrics.filter((name) => !exported.has(name))).toEqual([])
    const known = [...ADDED, ...metrics.flatMap((name) => exported.get(name) ?? [])]
    expect(labels.filter((label) => !known.includes(label))).toEqual([])
  })

  it('show every metric of the product', () => {
    const shown = new Set(queries.flatMap(([, query]) => namesIn(query).metrics))
    const own = [...exported.keys()].filter((name) => name.startsWith('stockcast_') && !name.endsWith('_sum'))
    expect(own.filter((name) => !shown.has(name))).toEqual([])
  })

  it('are refused when they name an unknown metric, or are not PromQL', () => {
    expect(namesIn('sum by (queue) (rate(stockcast_x{a="b"}[5m])) > 1')).toEqual({
      metrics: ['stockcast_x'],
      labels: ['queue', 'a'],
    })
    expect(() => namesIn('sum by (queue (stockcast_x)')).toThrow('cannot be read')
  })

  it('use in each legend a label of its query', () => {
    for (const { expr, legendFormat } of targets) {
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        expect(namesIn(withoutVariables(expr)).labels).toContain(label)
      }
    }
  })
})

describe('the alert rules', () => {
  const anchors = rules.map(({ annotations }) => annotations.runbook_url)

  it('are ten, each with a runbook of its own and a test', () => {
    expect(rules).toHaveLength(10)
    expect(new Set(anchors).size).toBe(10)
    for (const anchor of anchors) expect(anchor).toMatch(/^docs\/operations\.md#[a-z-]+$/)
    const tests = text('monitoring/alerts.test.yml')
    for (const { alert } of rules) expect(tests).toContain(`alertname: ${alert}`)
  })

  it('name runbooks that exist', () => {
    const file = new URL('operations.md', docs)
    if (!existsSync(file)) return
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(
      anchors.map((anchor) => anchor.split('#')[1]).filter((name) => !headings.includes(name ?? '')),
    ).toEqual([])
  })
})

it('the example of a configuration reads the alert rules', () => {
  const config = parse(text('monitoring/prometheus.yml')) as {
    rule_files: string[]
    scrape_configs: object[]
  }
  expect(config.rule_files).toEqual(['alerts.yml'])
  expect(config.scrape_configs).toEqual([expect.objectContaining({ job_name: 'stockcast' })])
})
