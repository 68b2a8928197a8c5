import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_SETS } from './data-sets.ts'
import { DEMAND_CLASSES } from './demand-class.ts'
import { barChart, lineChart } from './svg.ts'

const PAGE = 'forecasting.md'
const BEGIN = '<!-- figures: written by npm run -s bench:forecast -- --docs docs/benchmarks -->'
const END = '<!-- end of figures -->'

type Figures = Readonly<Record<string, number>>

/** Writes the plots, and all figures as tables into the page, between its marks. */
export function writeDocs(folder: string, commit: string, figures: Figures): void {
  for (const { name } of DATA_SETS) {
    write(join(folder, `${name}-reliability.svg`), reliability(name, figures))
    write(join(folder, `${name}-classes.svg`), errorByClass(name, figures))
  }
  write(join(folder, 'cost-by-size.svg'), costBySize(figures))
  const page = join(folder, PAGE)
  if (!existsSync(page)) return
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (before < 0 || after < 0) throw new Error(`${page} has no marks for the figures`)
  const tables = tablesOf(commit, figures)
  writeFileSync(page, `${text.slice(0, before + BEGIN.length)}\n\n${tables}\n${text.slice(after)}`)
}

function write(file: string, chart: string | null): void {
  if (chart !== null) writeFileSync(file, chart)
}

function reliability(set: string, figures: Figures): string | null {
  const lines = (['main', 'cut'] as const).map((window) => ({
    name: window === 'main' ? 'last four origins' : 'cut by 120 days',
    points: [1, 2, 3, 4, 5].flatMap((fifth) => {
      const key = `${set}/${window}/fifth ${fifth}`
      const [predicted, observed] = [figures[`${key}/predicted`], figures[`${key}/observed`]]
      return predicted === undefined || observed === undefined ? [] : [[predicted, observed] as const]
    }),
  }))
  if (lines.every(({ points }) => points.length === 0)) return null
  const title = `${set}: runs out within 14 days`
  return lineChart({ title, x: 'predicted', y: 'observed', xMost: 1, yMost: 1, lines, hasDiagonal: true })
}

function errorByClass(set: string, figures: Figures): string | null {
  const groups = DEMAND_CLASSES.flatMap((name) => {
    const values = ['engine', 'local ensemble'].map(
      (method) => figures[`${set}/main/class ${name}/${method}`],
    )
    return values.every((value) => value !== undefined) ? [{ name, values: values as number[] }] : []
  })
  if (groups.length === 0) return null
  return barChart({
    title: `${set}: error by demand class`,
    y: 'cPL30',
    series: ['engine', 'local ensemble'],
    groups,
  })
}

function costBySize(figures: Figures): string | null {
  const points = Object.entries(figures).flatMap(([key, seconds]) => {
    const [, size] = /^size\/(\d+)\/seconds$/.exec(key) ?? []
    return size ? [[Number(size), seconds] as const] : []
  })
  if (points.length === 0) return null
  const sorted = points.sort(([a], [b]) => a - b)
  const most = (axis: 0 | 1) => Math.max(...sorted.map((point) => point[axis]))
  return lineChart({
    title: 'The forecast command by size',
    x: 'series',
    y: 'seconds of CPU',
    xMost: most(0),
    yMost: Math.ceil(most(1)),
    lines: [{ name: 'one thread', points: sorted }],
  })
}

/** Returns one table for each data set and one for the rest; keys are grouped by their first part. */
function tablesOf(commit: string, figures: Figures): string {
  const groups = new Map<string, string[]>()
  for (const [key, value] of Object.entries(figures)) {
    if (/\/(fifth|class) /.test(key)) continue
    const [group = '', ...rest] = key.split('/')
    const rows = groups.get(group) ?? []
    groups.set(group, [...rows, `| ${rest.join(', ')} | ${Number(value.toPrecision(4))} |`])
  }
  const tables = [...groups].map(([group, rows]) => `### ${group}\n\n| | |\n|---|---|\n${rows.join('\n')}\n`)
  return [`Measured at commit ${commit}, Node ${process.version}.\n`, ...tables].join('\n')
}
