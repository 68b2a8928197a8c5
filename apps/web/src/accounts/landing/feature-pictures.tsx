import { IconBrandSlack, IconDeviceMobile, IconFileTypeCsv, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { addDays, formatDay, formatDayRange } from '../../ui/format/days.ts'
import classes from './feature-pictures.module.css'
import { orderQuantity, sample, stockoutWindow } from './sample-store.ts'

const WIDTH = 104

const HEIGHT = 24

const MEAN_DAYS = 7

const day = (offset: number) => addDays(sample.today, offset)

/** Shows what an alert says on each channel. */
export function SampleAlerts() {
  return (
    <>
      <Message icon={<IconBrandSlack size={14} stroke={1.75} aria-hidden />} from="#stock, 6:02 AM">
        <b>{`Order ${orderQuantity(sample.leadTimeDays)} ${sample.product} today.`}</b>{' '}
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
  { name: 'Decaf Huila, 250 g', sold: '224103521447210224203313420143', days: 20 },
  { name: 'Guji Natural, 250 g', sold: '224423355264636442745686383945', days: 17 },
  { name: 'Cold Brew Bottle, 750 ml', sold: '323101420341122033214250132412', days: 36 },
  { name: 'Breakfast Blend, 500 g', sold: '546375648465735645374658364755', days: 37 },
] as const

/** Shows the trend list and its export file. */
export function SampleTrends() {
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

/** Draws small bars of daily sales with their moving average; decorative. */
function SalesBars({ sold }: { sold: readonly number[] }) {
  const most = Math.max(...sold, 1)
  const step = WIDTH / sold.length
  const y = (units: number) => HEIGHT - (HEIGHT * units) / most
  const means = sold
    .map((_, index) => sold.slice(Math.max(0, index - MEAN_DAYS + 1), index + 1))
    .map((days) => days.reduce((sum, units) => sum + units, 0) / days.length)
  const path = means
    .map((mean, index) => `${(index + 0.5) * step} ${y(mean).toFixed(1)}`)
    .slice(MEAN_DAYS - 1)
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
      <line x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--stk-line-2)" />
      {sold
        .map((units, day) => ({ units, day }))
        .map(({ units, day }) => (
          <rect
            key={day}
            x={day * step}
            y={y(units)}
            width={step - 0.9}
            height={HEIGHT - y(units)}
            fill="var(--stk-hist-soft)"
          />
        ))}
      <path d={`M${path.join('L')}`} fill="none" stroke="var(--stk-hist)" strokeWidth="1.5" />
    </svg>
  )
}
