import { TRIAL_DAYS } from '@stockcast/contract'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatUnits } from '../../ui/format/numbers.ts'
import { TryDemoButton } from '../demo/try-demo-button.tsx'
import classes from './hero.module.css'
import landing from './landing.module.css'
import { signUpSearch } from './landing-chrome.tsx'
import { FUTURES, sample } from './sample-store.ts'
import { StockFan } from './stock-fan.tsx'

/** Longer lead times would end beyond the chart on a phone. */
const LONGEST_DAYS = 35
const SHORTEST_DAYS = 7

interface HeroProps {
  leadTimeDays: number
  onLeadTime: (days: number) => void
}

export function Hero({ leadTimeDays, onLeadTime }: HeroProps) {
  return (
    <div className={classes.hero}>
      <div className={`${landing.wide} ${classes.heroText}`}>
        <h1 tabIndex={-1} data-page-title>
          Know what will run out, and when to order.
        </h1>
        <div className={classes.sub}>
          <p>
            Stockcast reads your store’s sales, forecasts every product, and tells you how sure it is. Few
            alerts, early, and true.
          </p>
          <div className={classes.start}>
            <ButtonLink variant="filled" size="md" to="/auth" search={signUpSearch}>
              Start Free Trial
            </ButtonLink>
            <TryDemoButton size="md" />
            <span>{TRIAL_DAYS} days free. No credit card required.</span>
          </div>
        </div>
      </div>
      <figure className={classes.figure}>
        <div data-width="narrow">
          <StockFan height={340} leadTimeDays={leadTimeDays} expectedWidth={390} isAnimated />
        </div>
        <div data-width="wide">
          <StockFan height={500} leadTimeDays={leadTimeDays} expectedWidth={1280} isAnimated />
        </div>
        <figcaption className={landing.wide}>
          <span>
            <b>{`${sample.product}, ${sample.size}`}</b>&ensp;
            {`${formatUnits(sample.stock)} in stock. Sample store.`}
          </span>
          <label className={classes.restock}>
            Restock takes
            <input
              type="range"
              min={SHORTEST_DAYS}
              max={LONGEST_DAYS}
              value={leadTimeDays}
              aria-valuetext={`${leadTimeDays} days`}
              onChange={(event) => onLeadTime(event.currentTarget.valueAsNumber)}
            />
            <output>{leadTimeDays} days</output>
          </label>
          <span className={classes.key}>
            <span data-key="history">stock until today</span>
            <span data-key="fan">what comes next, most likely</span>
            <span data-key="dot">{`1 in ${FUTURES} futures: runs out too early`}</span>
          </span>
        </figcaption>
      </figure>
    </div>
  )
}
