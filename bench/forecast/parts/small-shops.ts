import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import { randomNumbers } from '../../launch/random-numbers.ts'
import { loadSet, ORIGINS_BACK } from '../data-sets.ts'
import { drawn } from '../draw.ts'
import { SMALL_SHOP_GOAL } from '../goals.ts'
import { engineForecasts } from '../methods/engine.ts'
import { localEnsemble } from '../methods/local-ensemble.ts'
import { addForecasts, casesAt } from '../methods/score-method.ts'
import type { PartInput } from '../parts.ts'
import { Scorer } from '../score.ts'

const SEED = 20_261
/** Series of a catalogue, and how many catalogues are drawn. */
const CATALOGUES = [
  { size: 20, draws: 24 },
  { size: 60, draws: 8 },
  { size: 150, draws: 4 },
]

/** Compares the engine with the local ensemble on small catalogues, drawn at random from the set. */
export function benchSmallShops({ set, findings }: PartInput): void {
  const sales = loadSet(set)
  console.log(`\n${set.name}, catalogues drawn at random (seed ${SEED}): engine ÷ local ensemble`)
  for (const { size, draws } of CATALOGUES) {
    if (size >= sales.ids.length) continue
    const { engine, local } = scoreDraws(sales, size, draws)
    for (const [name, value, other] of [
      ['RMSSE', engine.rmsse, local.rmsse],
      ['SPL', engine.spl, local.spl],
      ['cPL30', engine.cpl[2], local.cpl[2]],
    ] as const) {
      console.log(`  ${size} series × ${draws}: ${name} ${value.toFixed(4)} against ${other.toFixed(4)}`)
      findings.atMost(`${set.name}/small ${size}/${name} ratio`, value / other, SMALL_SHOP_GOAL)
    }
  }
}

function scoreDraws(sales: Sales, size: number, draws: number) {
  const random = randomNumbers(SEED)
  const [engine, local] = [new Scorer(), new Scorer()]
  for (let draw = 0; draw < draws; draw++) {
    const rows = drawn(sales.ids.length, size, random)
    for (const back of ORIGINS_BACK) {
      const cases = casesAt(sales, back, rows)
      addForecasts(engine, cases, (all) => engineForecasts(all))
      addForecasts(local, cases, localEnsemble)
    }
  }
  return { engine: engine.result(), local: local.result() }
}
