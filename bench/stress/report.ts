import type { Result } from './verdict.ts'

const HEAD = ['', 'mean ÷ true', 'regret', '÷ allowance', '30 days', 'last year', 'covers']

/** Returns the rows of the table of results, with its head where it is a page. */
export function getTable(results: readonly Result[], isPage = false): string[] {
  const rows = results.map(({ scenario, ratio, regrets, regret, coverage, isWorseThanPlain }) => {
    const [engine, mean, year] = regrets as [number, number, number]
    const only = scenario.isWidthOnly
    return [
      `${scenario.family}: ${scenario.name}`,
      Number.isFinite(ratio) ? ratio.toFixed(2) : '–',
      only ? '–' : engine.toFixed(2),
      only ? '–' : `${regret.toFixed(2)}${isWorseThanPlain ? ' !' : ''}`,
      only ? '–' : mean.toFixed(2),
      only ? '–' : year.toFixed(2),
      coverage[0]!.toFixed(2),
    ]
  })
  if (!isPage)
    return rows.map(
      ([name, ...numbers]) => `${name!.padEnd(78)} ${numbers.map((one) => one.padStart(8)).join('')}`,
    )
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(HEAD), line(HEAD.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)]
}
