import { SegmentedControl } from '@mantine/core'
import { FORECAST_HORIZONS, type TrendPeriod } from '@stockcast/contract'

const FIRST_PERIOD: TrendPeriod = 30

/** Returns the period of the address, or 30 days. */
export function toPeriod(days: number | undefined): TrendPeriod {
  return FORECAST_HORIZONS.find((period) => period === days) ?? FIRST_PERIOD
}

interface PeriodControlProps {
  period: TrendPeriod
  onPeriod: (period: TrendPeriod) => void
}

export function PeriodControl({ period, onPeriod }: PeriodControlProps) {
  return (
    <SegmentedControl
      aria-label="Days back and ahead"
      value={String(period)}
      onChange={(value) => onPeriod(Number(value) as TrendPeriod)}
      data={FORECAST_HORIZONS.map((days) => ({ value: String(days), label: `${days} days` }))}
    />
  )
}
