import { Title } from '@mantine/core'
import type { ProductDetail } from '@stockcast/contract'
import { AccuracyStrip } from '../../../charts/accuracy-strip.tsx'
import { formatDay } from '../../../ui/format/days.ts'
import classes from '../product.module.css'
import { accuracyWords } from './evidence-words.ts'

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
