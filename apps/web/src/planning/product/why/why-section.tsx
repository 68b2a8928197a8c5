import { Box, Title } from '@mantine/core'
import type { AnswerMove, ProductDetail } from '@stockcast/contract'
import { AccuracyStrip } from '../../../charts/accuracy-strip.tsx'
import { Waterfall } from '../../../charts/parts/waterfall.tsx'
import { useSession } from '../../../session/use-session.ts'
import { formatDay } from '../../../ui/format/days.ts'
import classes from '../product.module.css'
import { accuracyWords, reasons } from './evidence-words.ts'
import { medianWords, moveWords, partSteps, partsCaption } from './explanation-words.ts'

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

/** Shows what each cause adds to the expected demand; nothing if no cause is known. */
export function PartsSection({ detail }: { detail: ProductDetail }) {
  const explanation = detail.forecast?.explanation
  if (!explanation) return null
  const { steps, total } = partSteps(explanation)
  const median = medianWords(explanation)
  const isChanged = (detail.forecast?.baseline.length ?? 0) > 0
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="parts">
      <Title order={2} id="parts" mb={4}>
        What the forecast is made of
      </Title>
      <Waterfall
        caption={partsCaption(explanation) + (isChanged ? ', before it was changed by hand' : '')}
        steps={steps}
        total={{ name: 'Expected', shown: total }}
      />
      {median !== null && (
        <Box component="p" mt={8} className="quiet">
          {median}
        </Box>
      )}
    </section>
  )
}

/** Compares past forecasts with what happened, and with the 30-day average. */
export function AccuracySection({ detail }: { detail: ProductDetail }) {
  const { forecast } = detail
  if (forecast === null || forecast.basis !== 'forecast') return null
  const { accuracy } = forecast
  const first = accuracy?.origins[0]
  const last = accuracy?.origins.at(-1)
  return (
    <section aria-labelledby="how-good">
      <Title order={2} id="how-good" mb={10}>
        Past accuracy
      </Title>
      {accuracy && first && last ? (
        <>
          <AccuracyStrip origins={accuracy.origins} finding={accuracyWords(accuracy).inside} />
          <p className={classes.ends}>
            <span>{formatDay(first.day)}</span>
            <span>{formatDay(last.day)}</span>
          </p>
          <p className={classes.scored}>
            {accuracyWords(accuracy).inside} Off by <b>{accuracyWords(accuracy).error}</b>{' '}
            {accuracyWords(accuracy).rest}
          </p>
        </>
      ) : (
        <p className={classes.scored}>Not enough days of sales to check past forecasts yet.</p>
      )}
    </section>
  )
}
