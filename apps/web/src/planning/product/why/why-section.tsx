import { Title } from '@mantine/core'
import type { AnswerMove, ProductDetail } from '@stockcast/contract'
import { useSession } from '../../../session/use-session.ts'
import classes from '../product.module.css'
import { reasons } from './evidence-words.ts'
import { moveWords } from './explanation-words.ts'

/** Lists what the numbers of the page are based on, and why the answer moved since yesterday. */
export function WhySection({ detail }: { detail: ProductDetail }) {
  const { orderHistoryDays = null } = useSession()
  return (
    <section aria-labelledby="why">
      <Title order={2} id="why" mb={10}>
        Why these numbers
      </Title>
      {detail.move && <MoveSentence move={detail.move} today={detail.today} />}
      <ul className={classes.reasons}>
        {reasons(detail, orderHistoryDays).map(({ before, key, after, source }) => (
          <li key={before + key}>
            <p>
              {before}
              <b>{key}</b>
              {after}
            </p>
            <p className={classes.source}>{source}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function MoveSentence({ move, today }: { move: AnswerMove; today: string }) {
  const { key, after } = moveWords(move, today)
  return (
    <p className={classes.move}>
      <b>{key}</b>
      {after}
    </p>
  )
}
