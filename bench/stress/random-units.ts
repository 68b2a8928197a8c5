import { randomNumbers } from '@stockcast/testkit/random-numbers'

export class Draws {
  readonly random: () => number

  constructor(seed: number) {
    this.random = randomNumbers(seed)
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.random()
  }

  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1))
  }

  oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.random() * all.length)] as T
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random())
  }

  /** Negative binomial units with this mean and variance-to-mean ratio; Poisson for a ratio of 1, the rounded mean for 0. */
  units(mean: number, varianceToMean: number): number {
    if (!(mean > 0)) return 0
    if (varianceToMean === 0) return Math.round(mean)
    if (varianceToMean <= 1) return this.poisson(mean)
    return this.poisson(this.gamma(mean / (varianceToMean - 1)) * (varianceToMean - 1))
  }

  /** Knuth's product for small means; above, Ahrens and Dieter 1974 halve the mean by a gamma variate. */
  poisson(mean: number): number {
    let [left, count] = [mean, 0]
    while (left > 30) {
      const events = Math.floor(left * 0.875)
      const time = this.gamma(events)
      if (time > left) return count + this.binomial(events - 1, left / time)
      count += events
      left -= time
    }
    const limit = Math.exp(-left)
    for (let product = this.random(); product > limit; product *= this.random()) count++
    return count
  }

  private binomial(trials: number, chance: number): number {
    let successes = 0
    for (let i = 0; i < trials; i++) if (this.random() < chance) successes++
    return successes
  }

  /** Marsaglia and Tsang 2000. */
  private gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * this.random() ** (1 / shape)
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    for (;;) {
      const x = this.normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(1 - this.random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
    }
  }
}
