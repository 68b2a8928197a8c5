import { MIN_MEAN, MIN_VARIANCE_TO_MEAN, negativeBinomialTail } from '../distribution/negative-binomial.ts'

/** Smaller probabilities are not divided by, because they are too near to the smallest number. */
const MIN_TAIL = 1e-290

/**
 * Returns E[D | D > sold], units, for negative binomial demand with this mean and variance-to-mean ratio v: what a
 * day wanted that sold its last unit. Since k p(k; r) = mean × p(k − 1; r + 1), it is
 * mean × P(D′ ≥ sold) ÷ P(D > sold), where D′ has r + 1 in place of r, so the mean + v − 1. So far above the
 * mean that the probability is almost 0, the distribution is geometric, and the excess has the mean v. A mean
 * of zero gives the units sold.
 * Sources: Nahmias 1994, "Demand estimation in lost sales inventory systems"; Agrawal and Smith 1996,
 * "Estimating negative binomial demand for retail inventory management with unobservable lost sales".
 */
export function expectedDemandAbove(sold: number, mean: number, varianceToMean: number): number {
  if (!(mean > 0)) return sold
  const v = Math.max(MIN_VARIANCE_TO_MEAN, varianceToMean)
  const units = Math.floor(sold)
  const counted = Math.max(MIN_MEAN, mean)
  const above = negativeBinomialTail(units + 1, counted, v)
  if (above < MIN_TAIL) return sold + v
  return Math.max(sold, (counted * negativeBinomialTail(units, counted + v - 1, v)) / above)
}
