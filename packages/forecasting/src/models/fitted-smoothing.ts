import { MAX_DAYS } from '../history.ts'

export const SMOOTHINGS = [0.01, 0.02, 0.05, 0.1, 0.2] as const
/** Starts with `SMOOTHINGS`, so that one pass gives their levels too. */
const SES_GRID = [...SMOOTHINGS, 0.3, 0.5] as const
export const STEADY_SMOOTHING = 0.05
export const STEADY = SMOOTHINGS.indexOf(STEADY_SMOOTHING)
const GRID_SIZE = SES_GRID.length
const RATES = Float64Array.of(...SES_GRID)

/** The share of each level left after 0, 1, 2 … days without a sale: (1 − constant) ^ days, in rows. */
const LEFT = new Float64Array((MAX_DAYS + 1) * RATES.length).fill(1, 0, RATES.length)
for (let i = RATES.length; i < LEFT.length; i++) {
  LEFT[i] = LEFT[i - RATES.length]! * (1 - RATES[i % RATES.length]!)
}

/** The sum of the squares of these shares over all days: 1 ÷ (1 − (1 − constant)²). */
const SQUARES = RATES.map((rate) => 1 / (1 - (1 - rate) ** 2))

/**
 * Exponential smoothing (SES) with every constant of a grid, and the squared errors. On days without a sale all levels fall
 * geometrically, and so do their errors, so that a run of such days costs as much as one day.
 */
export class FittedSmoothing {
  /** Days since the last sale. */
  idleDays = 0
  private readonly levels = new Float64Array(GRID_SIZE)
  private readonly levelErrors = new Float64Array(GRID_SIZE)

  start(mean: number): void {
    this.idleDays = 0
    this.levels.fill(mean)
    this.levelErrors.fill(0)
  }

  sell(demand: number): void {
    if (this.idleDays > 0) this.closeRun()
    const { levels, levelErrors } = this
    for (let i = 0; i < GRID_SIZE; i++) {
      const error = demand - levels[i]!
      levelErrors[i]! += error * error
      levels[i]! += RATES[i]! * error
    }
  }

  /** Adds the errors of the days without a sale, and lets the levels fall. */
  private closeRun(): void {
    const { idleDays, levels, levelErrors } = this
    for (let i = 0; i < GRID_SIZE; i++) {
      levelErrors[i]! += levels[i]! * levels[i]! * squaresOver(idleDays, i)
      levels[i]! *= leftAfter(idleDays, i)
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
    for (let i = 0; i < GRID_SIZE; i++) {
      const error = levelErrors[i]! + levels[i]! * levels[i]! * squaresOver(idleDays, i)
      if (error < least) {
        least = error
        best = i
      }
    }
    return this.level(best)
  }
}

/** Returns the share of a level that is left after this many days without a sale. */
export function leftAfter(days: number, rateIndex: number): number {
  return LEFT[days * RATES.length + rateIndex]!
}

/** Returns the sum of the squares of a level that begins at 1 over `days` days without a sale. */
function squaresOver(days: number, rateIndex: number): number {
  const left = leftAfter(days, rateIndex)
  return (1 - left * left) * SQUARES[rateIndex]!
}
