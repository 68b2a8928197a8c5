import { MAX_DAYS } from '../history.ts'

export const SMOOTHINGS = [0.01, 0.02, 0.05, 0.1, 0.2] as const
/** Starts with `SMOOTHINGS`, so that one pass gives their levels too. */
const SES_GRID = [...SMOOTHINGS, 0.3, 0.5] as const
export const STEADY_SMOOTHING = 0.05
export const STEADY = SMOOTHINGS.indexOf(STEADY_SMOOTHING)
const TSB_SIZE = Float64Array.of(0.02, 0.05, 0.1, 0.2)
const TSB_CHANCE = [0.01, 0.02, 0.05, 0.1, 0.2] as const

const SMOOTHED = SES_GRID.length
const CHANCES = TSB_CHANCE.length
const SIZES = TSB_SIZE.length

/** The smoothing constants by which levels, then chances of a sale, fall on a day without a sale. */
const RATES = Float64Array.of(...SES_GRID, ...TSB_CHANCE)

/** The share of each level left after 0, 1, 2 … days without a sale: (1 − constant) ^ days, in rows. */
const LEFT = new Float64Array((MAX_DAYS + 1) * RATES.length).fill(1, 0, RATES.length)
for (let i = RATES.length; i < LEFT.length; i++) {
  LEFT[i] = LEFT[i - RATES.length]! * (1 - RATES[i % RATES.length]!)
}

/** The sum of the squares of these shares over all days: 1 ÷ (1 − (1 − constant)²). */
const SQUARES = RATES.map((rate) => 1 / (1 - (1 - rate) ** 2))

/**
 * Exponential smoothing (SES) and Teunter, Syntetos and Babai 2011 (TSB), each with every constant of a grid, and
 * their squared errors. On days without a sale all levels and chances fall geometrically, and so do their
 * errors, so that a run of such days costs as much as one day.
 */
export class FittedSmoothing {
  /** Days since the last sale. */
  idleDays = 0
  private readonly levels = new Float64Array(SMOOTHED)
  private readonly levelErrors = new Float64Array(SMOOTHED)
  private readonly chances = new Float64Array(CHANCES)
  private readonly sizes = new Float64Array(SIZES)
  private readonly errors = new Float64Array(CHANCES * SIZES)

  start({ mean, chance, size }: { mean: number; chance: number; size: number }): void {
    this.idleDays = 0
    this.levels.fill(mean)
    this.levelErrors.fill(0)
    this.chances.fill(chance)
    this.sizes.fill(size)
    this.errors.fill(0)
  }

  sell(demand: number): void {
    if (this.idleDays > 0) this.closeRun()
    const { levels, levelErrors, chances, sizes, errors } = this
    for (let i = 0; i < SMOOTHED; i++) {
      const error = demand - levels[i]!
      levelErrors[i]! += error * error
      levels[i]! += RATES[i]! * error
    }
    // The sizes are named, which takes half the time of a loop over them.
    const [first, second, third, fourth] = [sizes[0]!, sizes[1]!, sizes[2]!, sizes[3]!]
    for (let i = 0; i < CHANCES; i++) {
      const chance = chances[i]!
      errors[i * SIZES]! += (demand - chance * first) ** 2
      errors[i * SIZES + 1]! += (demand - chance * second) ** 2
      errors[i * SIZES + 2]! += (demand - chance * third) ** 2
      errors[i * SIZES + 3]! += (demand - chance * fourth) ** 2
      chances[i] = chance + RATES[SMOOTHED + i]! * (1 - chance)
    }
    for (let j = 0; j < SIZES; j++) {
      const size = sizes[j]!
      sizes[j] = size === 0 ? demand : size + TSB_SIZE[j]! * (demand - size)
    }
  }

  /** Adds the errors of the days without a sale, and lets levels and chances fall. */
  private closeRun(): void {
    const { idleDays, levels, levelErrors, chances, sizes, errors } = this
    for (let i = 0; i < SMOOTHED; i++) {
      levelErrors[i]! += levels[i]! * levels[i]! * squaresOver(idleDays, i)
      levels[i]! *= leftAfter(idleDays, i)
    }
    for (let i = 0; i < CHANCES; i++) {
      const squares = chances[i]! * chances[i]! * squaresOver(idleDays, SMOOTHED + i)
      for (let j = 0; j < SIZES; j++) errors[i * SIZES + j]! += squares * sizes[j]! * sizes[j]!
      chances[i]! *= leftAfter(idleDays, SMOOTHED + i)
    }
    this.idleDays = 0
  }

  /** Returns the level by SES with constant `SES_GRID[i]`. */
  level(i: number): number {
    return this.levels[i]! * leftAfter(this.idleDays, i)
  }

  /** Returns the level by SES with the constant of least squared error. */
  ses(): number {
    const { idleDays, levels, levelErrors } = this
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < SMOOTHED; i++) {
      const error = levelErrors[i]! + levels[i]! * levels[i]! * squaresOver(idleDays, i)
      if (error < least) {
        least = error
        best = i
      }
    }
    return this.level(best)
  }

  /** Returns the level by TSB with the constants of least squared error. */
  tsb(): number {
    const { idleDays, chances, sizes, errors } = this
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < CHANCES; i++) {
      const squares = chances[i]! * chances[i]! * squaresOver(idleDays, SMOOTHED + i)
      for (let j = 0; j < SIZES; j++) {
        const error = errors[i * SIZES + j]! + squares * sizes[j]! * sizes[j]!
        if (error < least) {
          least = error
          best = i * SIZES + j
        }
      }
    }
    const i = Math.floor(best / SIZES)
    return chances[i]! * leftAfter(idleDays, SMOOTHED + i) * sizes[best % SIZES]!
  }
}

/** Returns the share of a level that is left after so many days without a sale. */
export function leftAfter(days: number, rate: number): number {
  return LEFT[days * RATES.length + rate]!
}

/** Returns the sum of the squares of a level that begins at 1 over `days` days without a sale. */
function squaresOver(days: number, rate: number): number {
  const left = leftAfter(days, rate)
  return (1 - left * left) * SQUARES[rate]!
}
