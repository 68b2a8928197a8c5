import { IconBrandSlack, IconDeviceMobile, IconFileTypeCsv, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { addDays, formatDay, formatDayRange } from '../../ui/format/days.ts'
import classes from './feature-pictures.module.css'
import { SalesBars } from './sales-bars.tsx'
import { orderQuantity, sample, stockoutWindow } from './sample-store.ts'

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
