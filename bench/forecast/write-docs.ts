import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = 'forecasting.md'
const BEGIN = '<!-- figures: written by npm run -s bench:forecast -- --docs docs/benchmarks -->'
const END = '<!-- end of figures -->'

type Figures = Readonly<Record<string, number>>

/** Writes all figures as tables into the page, between its marks. */
export function writeDocs(folder: string, commit: string, figures: Figures): void {
  const page = join(folder, PAGE)
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (before < 0 || after < 0) throw new Error(`${page} has no marks for the figures`)
  const tables = tablesOf(commit, figures)
  writeFileSync(page, `${text.slice(0, before + BEGIN.length)}\n\n${tables}\n${text.slice(after)}`)
}

/** Returns one table for each data set and one for the rest; keys are grouped by their first part. */
function tablesOf(commit: string, figures: Figures): string {
  const groups = new Map<string, string[]>()
  for (const [key, value] of Object.entries(figures)) {
    const [group = '', ...rest] = key.split('/')
    const rows = groups.get(group) ?? []
    groups.set(group, [...rows, `| ${rest.join(', ')} | ${Number(value.toPrecision(4))} |`])
  }
  const tables = [...groups].map(([group, rows]) => `### ${group}\n\n| | |\n|---|---|\n${rows.join('\n')}\n`)
  return [`Measured at commit ${commit}, Node ${process.version}.\n`, ...tables].join('\n')
}
