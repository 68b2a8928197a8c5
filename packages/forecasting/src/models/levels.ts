import { type History, windowMean } from '../history.ts'

export const WINDOWS = [7, 14, 28, 56, 91, 182, 364] as const
export const SMOOTHINGS = [0.01, 0.02, 0.05, 0.1, 0.2] as const
/** Starts with `SMOOTHINGS`, so that one pass gives their levels too. */
const SES_GRID = Float64Array.of(...SMOOTHINGS, 0.3, 0.5)
const STEADY = SMOOTHINGS.indexOf(0.05)
const TSB_SIZE = Float64Array.of(0.02, 0.05, 0.1, 0.2)
const TSB_CHANCE = Float64Array.of(0.01, 0.02, 0.05, 0.1, 0.2)

/** Indices of the levels of one origin: windows, then exponential smoothings, then the two fitted models. */
export const SES = WINDOWS.length + SMOOTHINGS.length
export const TSB = SES + 1
export const LEVELS = TSB + 1

/**
 * Returns the average daily demand by each simple model just before every index of `ends` (ascending), in
 * rows of `LEVELS` numbers, in units a day. The models, computed in one pass over the history:
 * - means of the last 7 … 364 days;
 * - exponential smoothing with fixed constants, and with the constant of least squared error so far (`ses`);
 * - Teunter, Syntetos and Babai 2011 (`tsb`): probability of a sale × size of a sale, constants chosen the
 *   same way. Days out of stock change nothing. A window with too few days in stock has the mean of the next
 *   longer one.
 */
export function levelsAt(history: History, ends: readonly number[]): Float64Array {
  const out = new Float64Array(ends.length * LEVELS)
  const start = startOf(history)
  const ses = new SmoothingGrid(start.mean)
  const tsb = new TsbGrid(start.chance, start.size)
  let t = 0
  ends.forEach((end, row) => {
    for (; t < end; t++) {
      if (history.inStock[t] === 0) continue
      const demand = history.units[t] as number
      ses.update(demand)
      tsb.update(demand)
    }
    const offset = row * LEVELS
    writeWindows(history, end, out, offset, ses.level(STEADY))
    for (let i = 0; i < SMOOTHINGS.length; i++) out[offset + WINDOWS.length + i] = ses.level(i)
    out[offset + SES] = ses.best()
    out[offset + TSB] = tsb.best()
  })
  return out
}

/**
 * Writes the window means, longest first, so that the next longer one can replace a window with too few days.
 */
function writeWindows(
  history: History,
  end: number,
  out: Float64Array,
  offset: number,
  fallback: number,
): void {
  let mean = fallback
  for (let i = WINDOWS.length - 1; i >= 0; i--) {
    mean = windowMean(history, end, WINDOWS[i] as number) ?? mean
    out[offset + i] = mean
  }
}

const START_DAYS = 28

function startOf(history: History): { mean: number; chance: number; size: number } {
  const end = Math.min(START_DAYS, history.n)
  const mean = windowMean(history, end, end) ?? 0
  const chance = end === 0 ? 0 : (history.sellingDaysBefore[end] as number) / end
  return { mean, chance, size: chance > 0 ? mean / chance : 0 }
}

class SmoothingGrid {
  private readonly levels: Float64Array
  private readonly errors = new Float64Array(SES_GRID.length)

  constructor(start: number) {
    this.levels = new Float64Array(SES_GRID.length).fill(start)
  }

  update(demand: number): void {
    const { levels, errors } = this
    for (let i = 0; i < SES_GRID.length; i++) {
      const error = demand - (levels[i] as number)
      errors[i] = (errors[i] as number) + error * error
      levels[i] = (levels[i] as number) + (SES_GRID[i] as number) * error
    }
  }

  level(i: number): number {
    return this.levels[i] as number
  }

  best(): number {
    return this.levels[leastOf(this.errors)] as number
  }
}

class TsbGrid {
  private readonly chances: Float64Array
  private readonly sizes: Float64Array
  private readonly errors = new Float64Array(TSB_SIZE.length * TSB_CHANCE.length)

  constructor(chance: number, size: number) {
    this.chances = new Float64Array(TSB_CHANCE.length).fill(chance)
    this.sizes = new Float64Array(TSB_SIZE.length).fill(size)
  }

  update(demand: number): void {
    const { chances, sizes, errors } = this
    let k = 0
    for (let i = 0; i < TSB_CHANCE.length; i++) {
      const chance = chances[i] as number
      for (let j = 0; j < TSB_SIZE.length; j++) {
        const error = demand - chance * (sizes[j] as number)
        errors[k] = (errors[k] as number) + error * error
        k++
      }
    }
    const sold = demand > 0 ? 1 : 0
    for (let i = 0; i < TSB_CHANCE.length; i++) {
      chances[i] = (chances[i] as number) + (TSB_CHANCE[i] as number) * (sold - (chances[i] as number))
    }
    if (sold === 0) return
    for (let j = 0; j < TSB_SIZE.length; j++) {
      const size = sizes[j] as number
      sizes[j] = size === 0 ? demand : size + (TSB_SIZE[j] as number) * (demand - size)
    }
  }

  best(): number {
    const k = leastOf(this.errors)
    const chance = this.chances[Math.floor(k / TSB_SIZE.length)] as number
    return chance * (this.sizes[k % TSB_SIZE.length] as number)
  }
}

function leastOf(errors: Float64Array): number {
  let least = 0
  for (let i = 1; i < errors.length; i++) if ((errors[i] as number) < (errors[least] as number)) least = i
  return least
}
