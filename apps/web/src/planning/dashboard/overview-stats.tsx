import type { Dashboard } from '@stockcast/contract'
import { IconAlertTriangleFilled, IconCircleHalf2, IconSquareXFilled } from '@tabler/icons-react'
import { formatRange, formatUnits } from '../../ui/format/numbers.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'
import classes from './dashboard.module.css'

const COUNTING = 'Counting…'

/** Shows four figures for the whole shop (D-04); those that the first sync has not read yet are being counted. */
export function OverviewStats({ dashboard }: { dashboard: Dashboard }) {
  const { products, lowStock, activeAlerts, daysToStockout, forecastAsOf } = dashboard
  const isReading = lowStock === null
  const hasNoAlertsYet =
    activeAlerts.total === 0 && forecastAsOf === null && (isReading || products.total > 0)
  return (
    <StatStrip
      label="Overview"
      stats={[
        {
          label: 'Total Products',
          value: isReading && products.total === 0 ? COUNTING : formatUnits(products.total),
          note:
            products.soldInWindow === null
              ? 'your store is still being read'
              : `${formatUnits(products.soldInWindow)} had sales in 30 days`,
        },
        {
          label: 'Low Stock Items',
          value: isReading ? COUNTING : formatUnits(lowStock.total),
          note: isReading ? 'your stock is still being read' : <LowStock {...lowStock} />,
        },
        {
          label: 'Active Alerts',
          value: hasNoAlertsYet ? COUNTING : formatUnits(activeAlerts.total),
          note: hasNoAlertsYet
            ? 'known after your first forecast'
            : `${formatUnits(activeAlerts.newToday)} new today, ${formatUnits(activeAlerts.resolvedThisMonth)}\u00a0resolved this month`,
        },
        {
          label: 'Avg Days to Stockout',
          value: formatUnits(daysToStockout.average),
          unit: daysToStockout.average === 1 ? 'day' : 'days',
          note: spreadWords(daysToStockout),
        },
      ]}
    />
  )
}

function spreadWords({ isPlanningDefault, middleHalf }: Dashboard['daysToStockout']): string {
  if (isPlanningDefault) return 'planning default, until your first forecast'
  if (middleHalf === null) return 'over products that sell'
  return `half of your products: ${formatRange(middleHalf.low, middleHalf.high)}`
}

function LowStock({ out_of_stock, critical, warning }: NonNullable<Dashboard['lowStock']>) {
  const icon = { size: 13, 'aria-hidden': true } as const
  return (
    <>
      <span className={classes.part}>
        <IconSquareXFilled {...icon} className={out_of_stock > 0 ? classes.out : undefined} />
        {formatUnits(out_of_stock)} out
      </span>
      <span className={classes.part} data-tone={critical > 0 ? 'critical' : undefined}>
        <IconAlertTriangleFilled {...icon} />
        {formatUnits(critical)} critical
      </span>
      <span className={classes.part} data-tone={warning > 0 ? 'warning' : undefined}>
        <IconCircleHalf2 {...icon} stroke={1.75} />
        {formatUnits(warning)} low
      </span>
    </>
  )
}
