/** Fewer different events have no common mean. */
const MIN_EVENTS = 3

/** A difference of fewer standard errors may be due to chance. */
const CLEAR_ERRORS = 2

/** What is known of the events of one name: their mean ratio, and the number of years that it comes from. */
interface Event {
  name: string
  mean: number
  years: number
}

/**
 * Returns the function that returns the ratio of an event by its name, from the ratios of past events of one kind: the mean of
 * its years, shrunk to the mean of all names, and that one to 1. The variances within and between names are
 * those of a one-way random-effects model, estimated by moments; within a name it is at least `noise`, that of usual days.
 * Differences that may be due to chance are ignored, so a shop with few sales has no holiday effects.
 * Source: Morris 1983, "Parametric empirical Bayes inference"; Searle, Casella and McCulloch 1992, "Variance components".
 */
export function shrunkRatios(
  past: readonly { name: string; ratio: number }[],
  noise: number,
): (name: string) => number {
  const byName = [...Map.groupBy(past, ({ name }) => name)]
  const events = byName.map(([name, all]) => ({
    name,
    mean: getMean(all.map(({ ratio }) => ratio)),
    years: all.length,
  }))
  const within = Math.max(noise, varianceWithin(past, events))
  const ofMeans = within * getMean(events.map(({ years }) => 1 / years))
  const hasMean = events.length >= MIN_EVENTS
  const raw = hasMean ? getMean(events.map(({ mean }) => mean)) : 1
  const squares = events.reduce((sum, { mean }) => sum + (mean - raw) ** 2, 0)
  const freedom = events.length - (hasMean ? 1 : 0)
  const spread = squares / freedom
  const byChance = ofMeans * (1 + CLEAR_ERRORS * Math.sqrt(2 / freedom))
  const between = spread > byChance ? spread - ofMeans : 0
  const common = shrunk(raw - 1, (between + ofMeans) / events.length) + 1
  const ratios = events.map(({ name, mean, years }): [string, number] => {
    const weight = between / (between + within / years)
    return [name, common + weight * (mean - common)]
  })
  const ratioOf = new Map(ratios)
  return (name) => ratioOf.get(name) ?? common
}

/** Returns the variance from year to year, pooled over the names; 0 if no event was seen twice. */
function varianceWithin(past: readonly { name: string; ratio: number }[], events: readonly Event[]): number {
  const repeats = past.length - events.length
  if (repeats === 0) return 0
  const meanByName = new Map(events.map(({ name, mean }) => [name, mean]))
  return past.reduce((sum, { name, ratio }) => sum + (ratio - meanByName.get(name)!) ** 2, 0) / repeats
}

/** Returns an estimate shrunk to zero by its error variance (James and Stein 1961), or zero if it may be chance. */
function shrunk(estimate: number, variance: number): number {
  const isClear = Math.abs(estimate) > CLEAR_ERRORS * Math.sqrt(variance)
  return isClear ? estimate * (1 - variance / estimate ** 2) : 0
}

function getMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
