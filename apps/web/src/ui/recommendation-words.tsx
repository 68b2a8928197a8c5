import type { ProductRow } from '@stockcast/contract'
import { recommendationWords } from './messages/stock-words.ts'
import classes from './recommendation-words.module.css'

/** Shows the replenishment recommendation beside the status, which has a meaning of its own. */
export function RecommendationWords({
  recommendation,
  today,
  isMade = false,
}: {
  recommendation: ProductRow['recommendation']
  today: string
  /** Whether the units are made of other products instead of being ordered. */
  isMade?: boolean
}) {
  const words = recommendationWords(recommendation, today, isMade)
  return (
    words && (
      <span className={classes.recommendation} data-tone={words.tone}>
        {words.text}
      </span>
    )
  )
}
