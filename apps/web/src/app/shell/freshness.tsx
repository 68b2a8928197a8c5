import { useSession } from '../../session/use-session.ts'
import { stepWords } from '../../ui/messages/freshness-words.ts'
import classes from './freshness.module.css'

/** Says how current the stock is, on every screen. */
export function Freshness() {
  return <span className={classes.line}>{stepWords(useSession())}</span>
}
