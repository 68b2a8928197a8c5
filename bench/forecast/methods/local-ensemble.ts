import { prepareHistory } from '../../../packages/forecasting/src/history.ts'
import type { DemandDistribution } from '../../../packages/forecasting/src/index.ts'
import {
  poolProfile,
  weekdayOf,
  weekdayProfile,
  weekdayTotals,
} from '../../../packages/forecasting/src/models/weekday-profile.ts'
import { plainDistribution } from '../plain-distribution.ts'
import { HORIZON } from '../score.ts'
import { adida, crostonOpt, imapa, sesOpt, tsbOpt } from './local-models.ts'
import type { Case } from './score-method.ts'

const MODELS = [sesOpt, tsbOpt, crostonOpt, adida, imapa]

/**
 * Forecasts with the plain mean of five local models × the shrunk weekday profile, and a negative binomial
 * distribution with the series' own variance: the safe choice for any catalogue.
 */
export function localEnsemble(cases: readonly Case[]): DemandDistribution[] {
  const histories = cases.map(({ id, firstDay, history }) =>
    prepareHistory({ id, firstDay, unitsSold: history }),
  )
  const profile = poolProfile(histories.map((history) => weekdayTotals(history, history.n)))
  return cases.map(({ history, firstDay }, i) => {
    const level = MODELS.reduce((sum, model) => sum + model(history), 0) / MODELS.length
    const ratios = weekdayProfile(histories[i] as (typeof histories)[number], history.length, profile)
    const days = Array.from({ length: HORIZON }, (_, day) => weekdayOf(firstDay + history.length + day))
    return plainDistribution(
      history,
      level,
      Float64Array.from(days, (weekday) => ratios[weekday] as number),
    )
  })
}
