import { FORECAST_HORIZONS } from '@stockcast/contract'
import { formatUnits } from '../../ui/format/numbers.ts'
import { DemandSketch } from './demand-sketch.tsx'
import { SampleAlerts, SampleTrends } from './feature-pictures.tsx'
import classes from './features.module.css'
import landing from './landing.module.css'
import { demandOver } from './sample-store.ts'

/** Shows the three claims, each with a picture of the sample store (L-01). */
export function Features() {
  return (
    <section id="features" className={`${landing.wide} ${classes.features}`} aria-label="Features">
      <article>
        <div className={classes.picture}>
          <DemandSketch />
        </div>
        <h2>Forecasts over 7, 14, 30 or 90 days</h2>
        <p>
          Every forecast comes as a range, tested against your own past. Days without stock never count as
          days without demand.
        </p>
        <dl className={classes.horizons}>
          {FORECAST_HORIZONS.map((days) => {
            const { units, spread } = demandOver(days)
            return (
              <div key={days}>
                <dt>{days} days</dt>
                <dd>
                  {formatUnits(units)} <span>± {formatUnits(spread)}</span>
                </dd>
              </div>
            )
          })}
        </dl>
      </article>
      <article>
        <div className={classes.picture}>
          <SampleAlerts />
        </div>
        <h2>Alerts by chat, email or SMS</h2>
        <p>
          With per-product thresholds. Each alert is sent once, and closes by itself when the stock is back.
        </p>
      </article>
      <article>
        <div className={classes.picture}>
          <SampleTrends />
        </div>
        <h2>Trend dashboards and report export</h2>
        <p>
          See what sells, what slows down and what needs your attention. Take every table with you as a CSV
          file.
        </p>
      </article>
    </section>
  )
}
