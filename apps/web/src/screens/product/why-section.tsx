import { Title } from '@mantine/core'
import type { AnswerMove, Explanation, ProductDetail } from '@stockcast/contract'
import { Waterfall } from '../../charts/parts/waterfall.tsx'
import { formatUnits } from '../../format/numbers.ts'
import { useSession } from '../../session/use-session.ts'
import { reasons } from './evidence-words.ts'
import { medianWords, moveWords, partSteps, partsCaption } from './explanation-words.ts'
import classes from './product.module.css'

export function WhySection({ detail }: { detail: ProductDetail }) {
  const { locations } = detail
  const explanation = detail.forecast?.explanation
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
        {locations.length > 1 && (
          <li>
            <p>
              In <b>{locations.length} locations</b>
            </p>
            <p className={classes.source}>
              {locations.map(({ name, available }) => `${name} ${formatUnits(available)}`).join(', ')}
            </p>
          </li>
        )}
      </ul>
      {explanation && <MadeOf explanation={explanation} />}
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

function MadeOf({ explanation }: { explanation: Explanation }) {
  const { steps, total } = partSteps(explanation)
  const median = medianWords(explanation)
  if (steps.length === 0) return null
  return (
    <div className={classes.madeOf}>
      <Waterfall
        caption={partsCaption(explanation)}
        steps={steps}
        total={{ name: 'Expected', shown: total }}
      />
      {median !== null && <p className={classes.source}>{median}</p>}
    </div>
  )
}
