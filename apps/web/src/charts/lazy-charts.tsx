import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { FanChartProps } from './fan/fan-chart.tsx'
import type { StockProjectionProps } from './projection/stock-projection.tsx'
import type { TrendChartProps } from './trend/trend-chart.tsx'

const FanChart = lazy(async () => ({ default: (await import('./fan/fan-chart.tsx')).FanChart }))
const StockProjection = lazy(async () => ({
  default: (await import('./projection/stock-projection.tsx')).StockProjection,
}))
const TrendChart = lazy(async () => ({ default: (await import('./trend/trend-chart.tsx')).TrendChart }))

/** Shows the demand chart; its library is loaded with the first chart. */
export function LazyFanChart(props: FanChartProps) {
  return (
    <Suspense fallback={<Skeleton h={props.height ?? 260} className="appear-late" />}>
      <FanChart {...props} />
    </Suspense>
  )
}

/** Shows the stock chart; its library is loaded with the first chart. */
export function LazyStockProjection(props: StockProjectionProps) {
  return (
    <Suspense fallback={<Skeleton h={props.height ?? 330} className="appear-late" />}>
      <StockProjection {...props} />
    </Suspense>
  )
}

/** Shows a value over time; its library is loaded with the first chart. */
export function LazyTrendChart(props: TrendChartProps) {
  return (
    <Suspense fallback={<Skeleton h={props.height ?? 220} className="appear-late" />}>
      <TrendChart {...props} />
    </Suspense>
  )
}
