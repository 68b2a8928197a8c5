// Candidates of the smoothing constants: of a level, of the probability of a sale, of its size.
const SMOOTHINGS = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3]
const CHANCES = [0.01, 0.02, 0.05, 0.1, 0.2]
const SIZES = [0.05, 0.1, 0.2, 0.3]
/** Days from which a level starts. */
const START = 28
/** Most days that are summed into one period. */
const MOST_BUCKET = 30

/** Returns the level, in units a day, of simple exponential smoothing with the constant of least squared error. */
export function sesOpt(units: ArrayLike<number>, n = units.length): number {
  const start = meanOf(units, Math.min(START, n))
  return best(SMOOTHINGS, (alpha, keep) => {
    let level = start
    for (let t = 0; t < n; t++) {
      const error = (units[t] as number) - level
      keep(error)
      level += alpha * error
    }
    return level
  })
}

/** Returns the level by Teunter, Syntetos and Babai 2011, with the constants of least squared error. */
export function tsbOpt(units: Float64Array): number {
  const start = startOf(units)
  return best(
    CHANCES.flatMap((chance) => SIZES.map((size) => [chance, size] as const)),
    ([a, b], keep) => {
      let { chance, size } = start
      for (const sold of units) {
        keep(sold - chance * size)
        chance += a * ((sold > 0 ? 1 : 0) - chance)
        if (sold > 0) size = size === 0 ? sold : size + b * (sold - size)
      }
      return chance * size
    },
  )
}

/** Returns the level by Croston 1972, size ÷ interval, with the constant of least squared error. */
export function crostonOpt(units: Float64Array): number {
  const start = startOf(units)
  return best(SMOOTHINGS, (alpha, keep) => {
    let size = start.size
    let interval = start.chance > 0 ? 1 / start.chance : 1
    let since = 0
    for (const sold of units) {
      since++
      keep(sold - size / interval)
      if (sold === 0) continue
      size = size === 0 ? sold : size + alpha * (sold - size)
      interval += alpha * (since - interval)
      since = 0
    }
    return size / interval
  })
}

/** Returns the level of sums over the mean interval between sales (ADIDA, Nikolopoulos et al. 2011). */
export function adida(units: Float64Array): number {
  return ofBuckets(units, meanInterval(units))
}

/** Returns the mean of the levels of sums over 1 day up to the mean interval between sales (iMAPA, Petropoulos and Kourentzes 2015). */
export function imapa(units: Float64Array): number {
  const most = meanInterval(units)
  let sum = 0
  for (let size = 1; size <= most; size++) sum += ofBuckets(units, size)
  return sum / most
}

function ofBuckets(units: Float64Array, size: number): number {
  const count = Math.floor(units.length / size)
  const skipped = units.length - count * size
  const sums = new Float64Array(count)
  for (let t = 0; t < count * size; t++) {
    const bucket = Math.floor(t / size)
    sums[bucket] = (sums[bucket] as number) + (units[skipped + t] as number)
  }
  return sesOpt(sums) / size
}

function meanInterval(units: Float64Array): number {
  const first = units.findIndex((sold) => sold > 0)
  let selling = 0
  for (const sold of units) if (sold > 0) selling++
  if (selling === 0) return 1
  return Math.min(MOST_BUCKET, Math.max(1, Math.round((units.length - first) / selling)))
}

function startOf(units: Float64Array): { chance: number; size: number } {
  const n = Math.min(START, units.length)
  const selling = units.subarray(0, n).filter((sold) => sold > 0).length
  return { chance: n > 0 ? selling / n : 0, size: selling > 0 ? (meanOf(units, n) * n) / selling : 0 }
}

function meanOf(units: ArrayLike<number>, n: number): number {
  let sum = 0
  for (let t = 0; t < n; t++) sum += units[t] as number
  return n > 0 ? sum / n : 0
}

/** Returns the result of the candidate whose errors have the least sum of squares. */
function best<T>(candidates: readonly T[], run: (one: T, keep: (error: number) => void) => number): number {
  let least = Number.POSITIVE_INFINITY
  let found = 0
  for (const one of candidates) {
    let squares = 0
    const level = run(one, (error) => {
      squares += error * error
    })
    if (squares >= least) continue
    least = squares
    found = level
  }
  return found
}
