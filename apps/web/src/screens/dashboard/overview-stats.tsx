import type { Dashboard } from '@stockcast/contract'
import { IconAlertTriangleFilled, IconCircleHalf2, IconSquareXFilled } from '@tabler/icons-react'
import { formatRange, formatUnits } from '../../format/numbers.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'
import classes from './overview-stats.module.css'

/** Shows four figures for the whole shop (D-04). */
export function OverviewStats({ dashboard }: { dashboard: Dashboard }) {
  const { products, lowStock, activeAlerts, daysToStockout } = dashboard
  return (
    <StatStrip
      label="Overview"
      stats={[
        {
          label: 'Total Products',
          value: formatUnits(products.total),
          note:
            products.soldInWindow === null
              ? 'sales not known yet'
              : `${formatUnits(products.soldInWindow)} had sales in 30 days`,
        },
        {
          label: 'Low Stock Items',
          value: lowStock === null ? '–' : formatUnits(lowStock.total),
          note: lowStock === null ? 'not known yet, your stock is being read' : <LowStock {...lowStock} />,
        },
        {
          label: 'Active Alerts',
          value: formatUnits(activeAlerts.total),
          note: `${formatUnits(activeAlerts.newToday)} new today, ${formatUnits(activeAlerts.resolvedThisMonth)} resolved this month`,
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
