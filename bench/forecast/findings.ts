import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSet } from './data-sets.ts'

/** Share by which a figure may be worse than in the baseline. */
const TOLERANCE = 0.01
const REPRODUCTION = 0.002

/** Measures one question on one data set; `folder` is for files of this run. */
export type Part = (input: { set: DataSet; findings: Findings; folder: string }) => void

const PAGE = 'forecasting.md'
const BEGIN = '<!-- figures: written by npm run -s bench:forecast -- --docs docs/benchmarks -->'
const END = '<!-- end of figures -->'

export class Findings {
  readonly failures: string[] = []
  readonly figures: Record<string, number> = {}
  readonly #baseline: Record<string, number>

  constructor(baseline: string | undefined) {
    this.#baseline = baseline === undefined ? {} : JSON.parse(readFileSync(baseline, 'utf8')).figures
  }

  /** Keeps an error measure, and compares it with the baseline. */
  error(key: string, value: number): void {
    this.figures[key] = value
    const before = this.#baseline[key]
    if (before === undefined) return
    const ratio = value / before
    if (ratio > 1 + TOLERANCE) this.failures.push(`${key} is ${ratio.toFixed(3)} × the baseline`)
  }

  figure(key: string, value: number): void {
    this.figures[key] = value
  }

  /** Keeps an error measure which must not be above a limit. */
  atMost(key: string, value: number, most: number): void {
    this.error(key, value)
    this.#judge(key, value, value <= most, `at most ${most}`)
  }

  within(key: string, value: number, [least, most]: readonly [number, number]): void {
    this.figure(key, value)
    this.#judge(key, value, value >= least && value <= most, `${least} to ${most}`)
  }

  /** Keeps a figure that must reproduce a published one. */
  near(key: string, value: number, published: number): void {
    this.within(key, value, [published - REPRODUCTION, published + REPRODUCTION])
  }

  #judge(key: string, value: number, isGood: boolean, limit: string): void {
    console.log(`  ${isGood ? 'ok    ' : 'FAILED'} ${key} ${value.toFixed(4)} (${limit})`)
    if (!isGood) this.failures.push(`${key} is ${value.toFixed(4)}, not ${limit}`)
  }

  save(file: string, commit: string): void {
    writeFileSync(file, `${JSON.stringify({ commit, figures: this.figures }, null, 2)}\n`)
  }

  /** Writes the figures as a table for each data set and one for the rest into the page, between its marks. */
  writeTables(folder: string, commit: string): void {
    const page = join(folder, PAGE)
    const text = readFileSync(page, 'utf8')
    const [before, after] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)]
    if (before < BEGIN.length || after < 0) throw new Error(`${page} has no marks for the figures`)
    const groups = Map.groupBy(Object.entries(this.figures), ([key]) => key.split('/')[0])
    const tables = [...groups].map(([group, figures]) => {
      const rows = figures.map(([key, value]) => {
        const name = key.split('/').slice(1).join(', ')
        return `| ${name} | ${Number(value.toPrecision(4))} |`
      })
      return `### ${group}\n\n| | |\n|---|---|\n${rows.join('\n')}\n`
    })
    const head = `Measured at commit ${commit}, Node ${process.version}.\n`
    writeFileSync(page, `${text.slice(0, before)}\n\n${[head, ...tables].join('\n')}\n${text.slice(after)}`)
  }
}
