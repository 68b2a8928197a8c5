import { HATCH_FILL } from './hatch.tsx'
import { movingMean } from './moving-mean.ts'

interface SparklineProps {
  sales: readonly number[]
  outOfStock: readonly boolean[]
  width?: number
  height?: number
}

/** Thirty daily bars with their 7-day mean. The numbers stand beside it, so screen readers skip it. */
export function Sparkline({ sales, outOfStock, width = 108, height = 26 }: SparklineProps) {
  const highest = Math.max(...sales, 1)
  const barWidth = width / sales.length
  const y = (units: number) => height - (units / highest) * height
  const means = movingMean(sales.map((unitsSold, i) => ({ unitsSold, outOfStock: outOfStock[i] ?? false })))
  const hasSales = sales.some((units) => units > 0)

  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" display="block">
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--stk-line-2)" />
      {sales.map((units, index) => {
        const x = index * barWidth
        if (outOfStock[index]) {
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
          return <rect key={index} x={x} y="0" width={barWidth} height={height} fill={HATCH_FILL} />
        }
        if (units <= 0) return null
        const top = Math.min(y(units), height - 1)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
            key={index}
            x={x}
            y={top}
            width={barWidth - 0.9}
            height={height - top}
            fill="var(--stk-hist-soft)"
          />
        )
      })}
      {hasSales && (
        <path d={meanPath(means, barWidth, y)} fill="none" stroke="var(--stk-hist)" strokeWidth="1.5" />
      )}
    </svg>
  )
}

function meanPath(means: readonly (number | null)[], barWidth: number, y: (units: number) => number): string {
  let isDrawing = false
  return means
    .map((mean, index) => {
      if (mean === null) {
        isDrawing = false
        return ''
      }
      const command = isDrawing ? 'L' : 'M'
      isDrawing = true
      return `${command}${((index + 0.5) * barWidth).toFixed(1)} ${y(mean).toFixed(1)}`
    })
    .join('')
}
