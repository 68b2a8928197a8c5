import type { ProductRow } from '@stockcast/contract'
import { needWords } from '../messages/stock-words.ts'
import classes from './need-words.module.css'

/** Shows the replenishment recommendation beside the status, which has a meaning of its own. */
export function NeedWords({ need, today }: { need: ProductRow['need']; today: string }) {
  const words = needWords(need, today)
  return (
    words && (
      <span className={classes.need} data-tone={words.tone}>
        {words.text}
      </span>
    )
  )
}
