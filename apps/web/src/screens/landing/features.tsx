import { FORECAST_HORIZONS } from '@stockcast/contract'
import { IconBrandSlack, IconDeviceMobile, IconFileTypeCsv, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { addDays, formatDay, formatDayRange } from '../../format/days.ts'
import { formatUnits } from '../../format/numbers.ts'
import { DemandSketch } from './demand-sketch.tsx'
import classes from './landing.module.css'
import { SalesBars } from './sales-bars.tsx'
import { demandOver, orderQuantity, sample, stockoutWindow } from './sample-store.ts'

/** L-01: the three claims, each with a picture of the sample store. */
export function Features() {
  return (
    <section id="features" className={`${classes.wide} ${classes.features}`} aria-label="Features">
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
          <Messages />
        </div>
        <h2>Alerts by chat, email or SMS</h2>
        <p>
          With per-product thresholds. One alert per stockout, sent once, closed by itself when the stock is
          back.
        </p>
      </article>
      <article>
        <div className={classes.picture}>
          <Trends />
        </div>
        <h2>Trend dashboards and report export</h2>
        <p>
          See what sells, what slows down and what needs you today. Take every table with you as a CSV file.
        </p>
      </article>
    </section>
  )
}

const day = (offset: number) => addDays(sample.today, offset)

function Messages() {
  return (
    <>
      <Message icon={<IconBrandSlack size={14} stroke={1.75} aria-hidden />} from="#stock, 6:02 AM">
        <b>{`Order ${orderQuantity} ${sample.product} today.`}</b>{' '}
        {`Runs out ${formatDayRange(day(Math.floor(stockoutWindow.from)), day(Math.floor(stockoutWindow.to)))}, restock takes ${sample.leadTimeDays} days.`}
      </Message>
      <Message icon={<IconMail size={14} stroke={1.75} aria-hidden />} from="Email, 6:02 AM">
        <b>3 products need an order.</b> The other 483 are fine.
      </Message>
      <Message icon={<IconDeviceMobile size={14} stroke={1.75} aria-hidden />} from="SMS, 6:03 AM">
        {`Oat Barista 1 l: out by ${formatDay(day(7))}. Order 432 today.`}
      </Message>
    </>
  )
}

function Message({ icon, from, children }: { icon: ReactNode; from: string; children: ReactNode }) {
  return (
    <div className={classes.message}>
      <span>
        {icon}
        {from}
      </span>
      <p>{children}</p>
    </div>
  )
}

const trends = [
  { name: 'Decaf Huila, 250 g', sold: '224103521447210', days: 20 },
  { name: 'Guji Natural, 250 g', sold: '263445257484690', days: 17 },
  { name: 'Cold Brew Bottle, 750 ml', sold: '323415233214251', days: 36 },
  { name: 'Breakfast Blend, 500 g', sold: '546375648465735', days: 37 },
] as const

function Trends() {
  return (
    <>
      <ul className={classes.trends}>
        {trends.map((trend) => (
          <li key={trend.name}>
            <b>{trend.name}</b>
            <SalesBars sold={[...trend.sold].map(Number)} />
            <span>{trend.days} days</span>
          </li>
        ))}
      </ul>
      <span className={classes.file}>
        <IconFileTypeCsv size={16} stroke={1.75} aria-hidden />
        {`inventory-${sample.today}.csv`}
      </span>
    </>
  )
}
