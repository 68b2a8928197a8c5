import { useElementSize } from '@mantine/hooks'
import classes from './shared/charts.module.css'

export interface AccuracyStripProps {
  /** Past forecasts, oldest first. */
  origins: readonly { day: string; p10: number; p50: number; p90: number; actual: number }[]
  finding: string
}

const HEIGHT = 72
const PADDING = 6

/**
 * Draws, for each past forecast, a bar for the range, a tick for the most likely value and a dot for what
 * happened.
 */
export function AccuracyStrip({ origins, finding }: AccuracyStripProps) {
  const { ref, width: measured } = useElementSize()
  const width = measured || 300
  const values = origins.flatMap(({ p10, p90, actual }) => [p10, p90, actual])
  const lowest = Math.min(...values)
  const highest = Math.max(...values, lowest + 1)
  const y = (units: number) => PADDING + (1 - (units - lowest) / (highest - lowest)) * (HEIGHT - 2 * PADDING)
  const step = width / Math.max(origins.length, 1)
  const barWidth = Math.min(8, step * 0.6)

  return (
    <div ref={ref}>
      <svg className={classes.chart} height={HEIGHT} role="img" aria-label={finding}>
        {origins.map(({ day, p10, p50, p90, actual }, index) => {
          const x = (index + 0.5) * step
          const isInside = actual >= p10 && actual <= p90
          return (
            <g key={day}>
              <rect
                x={x - barWidth / 2}
                y={y(p90)}
                width={barWidth}
                height={Math.max(2, y(p10) - y(p90))}
                fill="var(--stk-band-80)"
              />
              <line
                x1={x - barWidth / 2 - 1}
                x2={x + barWidth / 2 + 1}
                y1={y(p50)}
                y2={y(p50)}
                stroke="var(--stk-fc)"
                strokeWidth="1.5"
              />
              <circle
                cx={x}
                cy={y(actual)}
                r="3.2"
                {...(isInside
                  ? { fill: 'var(--stk-hist)' }
                  : {
                      fill: 'var(--mantine-color-body)',
                      stroke: 'var(--stk-critical-fill)',
                      strokeWidth: 1.6,
                    })}
              />
            </g>
          )
        })}
      </svg>
    </div>
  )
}
