import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import { meanOfLast, plainDistribution } from '../plain-distribution.ts'
import type { Scores } from '../score.ts'
import { scoreMethod } from './score-method.ts'

/** Scores the mean of the last days with a negative binomial distribution. */
export function scorePlain(sales: Sales, backs: readonly number[], days: number): Scores {
  return scoreMethod(sales, backs, (cases) =>
    cases.map(({ history }) => plainDistribution(history, meanOfLast(history, days))),
  )
}
