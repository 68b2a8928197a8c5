import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  getFigures,
  type SimulationFile,
  simulateShop,
  simulationFile,
  simulationInput,
} from '@stockcast/forecasting'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scorecardText } from './scorecard-text.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scorecard-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Returns a file of products that sell four a day, restocked to 80 every 27 days: out of stock in each last
 * week.
 */
function example(): SimulationFile {
  const length = 150
  const origin = 20_000
  const units: number[] = []
  const stock: number[] = []
  for (let day = 0, left = 80; day < length; day++) {
    if (day % 27 === 0) left = 80
    units.push(Math.min(4, left))
    left -= Math.min(4, left)
    stock.push(left)
  }
  const days = units.map((_, day) => day)
  const sold = days.filter((day) => units[day] !== 0)
  const variant = {
    id: '1',
    title: 'Kettle',
    sku: null,
    firstDay: origin - length + 1,
    leadTimeDays: 7,
    saleDays: sold,
    units: sold.map((day) => units[day]!),
    stockDays: days,
    stock,
    emptyDays: days.filter((day) => stock[day] === 0),
  }
  return simulationFile({ origin, days: 90, variants: [variant], alerts: [] })
}

function run(...args: string[]) {
  const command = fileURLToPath(new URL('scorecard.ts', import.meta.url))
  return spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' })
}

describe('npm run scorecard', () => {
  it('reproduces the same figures from an export', () => {
    const file = example()
    const path = join(folder, 'export.json')
    writeFileSync(path, JSON.stringify(file))
    const { stdout, status } = run('--file', path)
    expect(status).toBe(0)
    const simulation = simulateShop(simulationInput(file))
    const shown = stdout.split('\n').find((row) => row.startsWith('0.90'))!
    const { alerts, warned, missed } = getFigures(simulation.steps.find((step) => step.serviceLevel === 0.9)!)
    expect(warned).toBeGreaterThan(1)
    expect(shown.trim().split(/\s+/).slice(1, 4).map(Number)).toEqual([alerts, warned, missed])
    expect(stdout).toContain(`${simulation.stockouts.length} stockouts`)
  })

  it('reports errors in the call and in the file, with the usage', () => {
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: npm run -s scorecard') })
    const path = join(folder, 'broken.json')
    writeFileSync(path, '{"format":')
    expect(run('--file', path)).toMatchObject({ status: 2, stderr: expect.stringContaining('is not JSON') })
    expect(() => scorecardText({ ...example(), format: 'other' as never })).toThrow(
      /not an export of a scorecard: format/,
    )
  })
})
