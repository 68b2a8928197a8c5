import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'

/** Returns a chart that is loaded with its library when it is first shown. */
function lazyChart<Props extends { height?: number }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  height: number,
) {
  const Chart: ComponentType<Props> = lazy(load)
  return (props: Props) => (
    <Suspense fallback={<Skeleton h={props.height ?? height} className="appear-late" />}>
      <Chart {...props} />
    </Suspense>
  )
}

export const LazyFanChart = lazyChart(
  async () => ({ default: (await import('./fan/fan-chart.tsx')).FanChart }),
  260,
)
export const LazyStockProjection = lazyChart(
  async () => ({ default: (await import('./projection/stock-projection.tsx')).StockProjection }),
  330,
)
export const LazyTrendChart = lazyChart(
  async () => ({ default: (await import('./trend/trend-chart.tsx')).TrendChart }),
  220,
)
