import { memo } from 'react'
import { HATCH_FILL } from './shared/hatch.tsx'
import { getRuns, movingMean } from './shared/moving-mean.ts'

interface SparklineProps {
  sales: readonly number[]
  outOfStock: readonly boolean[]
}

const WIDTH = 108
const HEIGHT = 26

/**
 * Draws daily bars with their 7-day mean. The numbers are beside it, so screen readers skip it. All bars
 * are one path, because a table draws a hundred of these.
 */
export const Sparkline = memo(function Sparkline({ sales, outOfStock }: SparklineProps) {
  const step = WIDTH / sales.length
  const highest = Math.max(...sales, 1)
  const y = (units: number) => HEIGHT - (units / highest) * HEIGHT
  const isOut = (day: number) => outOfStock[day] ?? false
  const hasSales = sales.some((units) => units > 0)

  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" display="block">
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--stk-line-2)" />
      {getRuns(sales.length, isOut).map(({ first, last }) => (
        <rect
          key={first}
          x={first * step}
          width={(last - first + 1) * step}
          height={HEIGHT}
          fill={HATCH_FILL}
        />
      ))}
      {hasSales && (
        <>
          <path d={barsPath({ sales, isOut, step, y })} fill="var(--stk-hist-soft)" />
          <path
            d={meanPath(
              movingMean(sales.map((unitsSold, i) => ({ unitsSold, outOfStock: isOut(i) }))),
              step,
              y,
            )}
            fill="none"
            stroke="var(--stk-hist)"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
        </>
      )}
    </svg>
  )
})

interface Bars {
  sales: readonly number[]
  isOut: (day: number) => boolean
  step: number
  y: (units: number) => number
}

function barsPath({ sales, isOut, step, y }: Bars): string {
  return sales
    .map((units, day) => {
      if (units <= 0 || isOut(day)) return ''
      const top = Math.min(y(units), HEIGHT - 1)
      return `M${px(day * step)} ${px(HEIGHT)}V${px(top)}h${px(step - 0.9)}V${px(HEIGHT)}z`
    })
    .join('')
}

function meanPath(means: readonly (number | null)[], step: number, y: (units: number) => number): string {
  return means
    .map((mean, day) => {
      if (mean === null) return ''
      const command = means[day - 1] == null ? 'M' : 'L'
      return `${command}${px((day + 0.5) * step)} ${px(y(mean))}`
    })
    .join('')
}

const px = (value: number) => Math.round(value * 10) / 10
