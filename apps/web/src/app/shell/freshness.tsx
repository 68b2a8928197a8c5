import { stepWords } from '../../messages/freshness-words.ts'
import { useSession } from '../../session/use-session.ts'
import classes from './freshness.module.css'

/** As of when the stock on every screen is. */
export function Freshness() {
  return <span className={classes.line}>{stepWords(useSession())}</span>
}
