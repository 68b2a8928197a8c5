import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toDate } from './calendar-day.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const FIRST_DAY = 19_723
const DAYS = 150

const toDay = (date: string) => Date.parse(date) / 86_400_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecast-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const ORIGIN = toDate(FIRST_DAY + DAYS - 11)

function run(...args: string[]) {
  return spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, encoding: 'utf8', timeout: 60_000 })
}

function forecast(...more: string[]) {
  return run('--input', 'in.csv', '--origin', ORIGIN, '--horizon', '30', '--out', 'out.csv', ...more)
}

/** Writes an input file; `later` is the sales of each of the ten days after the origin. */
function writeInput(series: number, later = 0) {
  const header = ['series_id', ...Array.from({ length: DAYS }, (_, t) => toDate(FIRST_DAY + t))].join(',')
  const rows = Array.from({ length: series }, (_, i) => {
    const units = Array.from({ length: DAYS }, (_, t) =>
      t >= DAYS - 10 ? later : (t * 7 + i * 3) % (5 + (i % 9)),
    )
    return `s${i},${units.join(',')}`
  })
  const idle = `idle,${','.repeat(DAYS - 1)}`
  writeFileSync(join(folder, 'in.csv'), gzipSync([header, ...rows, idle, ''].join('\n')))
}

const table = (file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))

describe('the forecast command', () => {
  it('writes every day and sum of every series, also without sales, with quantiles in order', () => {
    writeInput(3)
    expect(forecast()).toMatchObject({ status: 0, stderr: '' })
    const [header, ...rows] = table('out.csv')
    expect(header?.join(',')).toBe(
      'series_id,kind,h,mean,q05,q10,q165,q25,q50,q75,q80,q835,q90,q95,q975,on_hand',
    )
    expect(rows).toHaveLength(4 * (30 + 3))
    expect(rows.filter((row) => row[1] === 'cum' && row[0] === 's0').map((row) => row[2])).toEqual([
      '7',
      '14',
      '30',
    ])
    for (const row of rows) {
      expect(row).toHaveLength(16)
      const quantiles = row.slice(4, 15).map(Number)
      expect(quantiles).toEqual([...quantiles].sort((a, b) => a - b))
    }
    const idle = rows.filter((row) => row[0] === 'idle')
    expect(idle.flatMap((row) => row.slice(3, 15)).every((cell) => cell === '0')).toBe(true)
  })

  it('forecasts more for a series whose stock history says that it ran out', () => {
    writeInput(3)
    forecast()
    const before = table('out.csv')
    const days = Array.from({ length: DAYS }, (_, t) => toDate(FIRST_DAY + t))
    // Half of the days of s0 ended without stock, whatever they sold.
    const stock = days.map((_, t) => (t % 2 === 0 ? 0 : 7))
    const lines = [['series_id', ...days].join(','), ['s0', ...stock].join(','), '']
    writeFileSync(join(folder, 'history.csv.gz'), gzipSync(lines.join('\n')))
    expect(forecast('--stock-history', 'history.csv.gz')).toMatchObject({ status: 0, stderr: '' })
    const after = table('out.csv')
    const getSum = (rows: string[][], id: string) =>
      Number(rows.find((row) => row[0] === id && row[1] === 'cum' && row[2] === '30')?.[3])
    expect(getSum(after, 's0')).toBeGreaterThan(1.2 * getSum(before, 's0'))
    expect(getSum(after, 's1')).toBeLessThan(1.2 * getSum(before, 's1'))
  })

  it('ignores the days after the origin', () => {
    writeInput(3, 0)
    forecast()
    const before = readFileSync(join(folder, 'out.csv'), 'utf8')
    writeInput(3, 999)
    forecast()
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe(before)
  })

  it('writes, for each stock level in the file, the days until stockout and the stockout probability', () => {
    writeInput(2)
    writeFileSync(join(folder, 'stock.csv'), 'series_id,on_hand\ns1,20\ns0,0\ns1,5\nidle,3\ns1,100000\n')
    expect(forecast('--stock', 'stock.csv').status).toBe(0)
    const rows = table('out.csv').filter((row) => row[1] === 'stockout')
    expect(rows.map((row) => [row[0], row[2], row.at(-1)])).toEqual([
      ['s1', '0', '20'],
      ['s0', '0', '0'],
      ['s1', '0', '5'],
      ['idle', '0', '3'],
      ['s1', '0', '100000'],
    ])
    const median = (row: number) => Number(rows[row]?.[8])
    expect(median(0)).toBeGreaterThan(median(2))
    expect(median(1)).toBe(0)
    expect([median(3), median(4)]).toEqual([31, 31])
    const risk = table('out.risk.csv')
    expect(risk[0]).toEqual(['series_id', 'on_hand', 'p7', 'p14', 'p30'])
    expect(risk[2]).toEqual(['s0', '0', '1', '1', '1'])
    expect(risk[4]).toEqual(['idle', '3', '0', '0', '0'])
    expect(Number(risk[3]?.[2])).toBeGreaterThan(Number(risk[1]?.[2]))
  })

  it('gives the same bytes for any number of threads', () => {
    writeInput(300)
    writeFileSync(join(folder, 'stock.csv'), 'series_id,on_hand\ns290,20\ns1,4\n')
    expect(forecast('--stock', 'stock.csv', '--threads', '1').status).toBe(0)
    const files = ['out.csv', 'out.risk.csv']
    const alone = files.map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(forecast('--stock', 'stock.csv', '--threads', '3').status).toBe(0)
    expect(files.map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual(alone)
  })

  it('knows the holidays of a country: a shop that was closed on them sells nothing on the next', () => {
    const [first, origin] = [toDay('2024-01-01'), toDay('2026-03-26')]
    const closed = ['2024-03-29', '2024-04-01', '2024-05-06', '2024-05-27', '2024-08-26']
    closed.push('2025-04-18', '2025-04-21', '2025-05-05', '2025-05-26', '2025-08-25')
    const days = Array.from({ length: origin - first + 1 }, (_, t) => toDate(first + t))
    const row = (id: number) => days.map((day, t) => (closed.includes(day) ? 0 : 5 + ((t * 7 + id) % 4)))
    const rows = [1, 2, 3, 4, 5].map((id) => `s${id},${row(id).join(',')}\n`)
    writeFileSync(join(folder, 'in.csv'), `series_id,${days.join(',')}\n${rows.join('')}`)
    const meanOnGoodFriday = (...more: string[]) => {
      const args = ['--input', 'in.csv', '--origin', '2026-03-26', '--horizon', '30', '--out', 'out.csv']
      expect(run(...args, ...more)).toMatchObject({ status: 0, stderr: '' })
      return Number(table('out.csv').find((one) => one.slice(0, 3).join() === 's1,day,8')?.[3])
    }
    expect(meanOnGoodFriday()).toBeGreaterThan(5)
    expect(meanOnGoodFriday('--country', 'gb')).toBeLessThan(1)
    const alone = readFileSync(join(folder, 'out.csv'))
    meanOnGoodFriday('--country', 'GB', '--threads', '3')
    expect(readFileSync(join(folder, 'out.csv'))).toEqual(alone)
  })

  it('refuses a country whose holidays it does not know, and names those that it knows', () => {
    writeInput(1)
    const { status, stderr } = forecast('--country', 'XX')
    expect(status).toBe(2)
    expect(stderr).toMatch(/^--country is XX; holidays are known of AE, AR, .*US, ZA\.\n$/)
    expect(readdirSync(folder)).toEqual(['in.csv'])
  })

  it('names a malformed line, exits with 2 and writes nothing', () => {
    writeFileSync(join(folder, 'in.csv'), `series_id,${ORIGIN}\na,1\nb,x\n`)
    const { status, stderr } = forecast()
    expect(status).toBe(2)
    expect(stderr).toBe('in.csv, line 3: column 2 is x; units must be a number of zero or more.\n')
    expect(readdirSync(folder)).toEqual(['in.csv'])
  })

  it('leaves no files if the output cannot be written', () => {
    writeInput(1)
    writeFileSync(join(folder, 'stock.csv'), 'series_id,on_hand\ns0,20\n')
    const options = `--input in.csv --origin ${ORIGIN} --horizon 7 --out none/out.csv --stock stock.csv`
    const { status, stderr } = run(...options.split(' '))
    expect(status).toBe(2)
    expect(stderr).toMatch(/none\/out.csv cannot be written \(ENOENT\)/)
    expect(readdirSync(folder).sort()).toEqual(['in.csv', 'stock.csv'])
  })
})
