import { useElementSize } from '@mantine/hooks'
import classes from './shared/charts.module.css'

export interface TooLittleDataProps {
  /** Units sold a day, oldest first, to yesterday. */
  sales: readonly number[]
  /** "9 of 14 days of sales so far" */
  headline: string
  /** "The forecast starts on Nov 25. Until then: stock ÷ average." */
  detail: string
}

const HEIGHT = 150
const BASE = 120
const TOP = 20
const BAR_STEP = 14

/** Draws the sales so far, and a dashed box where the forecast will be. */
export function TooLittleData({ sales, headline, detail }: TooLittleDataProps) {
  const { ref, width: measured } = useElementSize()
  const width = measured || 760
  const todayX = width * 0.42
  const shown = sales.slice(-Math.max(1, Math.floor((todayX - 8) / BAR_STEP)))
  const bars = shown.map((units, day) => ({ units, day }))
  const highest = Math.max(...shown, 1)

  return (
    <div ref={ref}>
      <svg className={classes.chart} height={HEIGHT} role="img" aria-label={`${headline}. ${detail}`}>
        <line x1="0" x2={width} y1={BASE} y2={BASE} stroke="var(--stk-line-2)" />
        {bars.map(({ units, day }) => {
          const height = (units / highest) * (BASE - TOP - 20)
          return (
            <rect
              key={day}
              x={todayX - (shown.length - day) * BAR_STEP}
              y={BASE - height}
              width={BAR_STEP - 4}
              height={height}
              fill="var(--stk-hist-soft)"
            />
          )
        })}
        <line x1={todayX} x2={todayX} y1={TOP} y2={BASE + 5} stroke="var(--stk-hist)" />
        <rect
          x={todayX}
          y={TOP}
          width={Math.max(0, width - todayX - 1)}
          height={BASE - TOP}
          fill="none"
          stroke="var(--stk-line-2)"
          strokeDasharray="4 4"
        />
        <foreignObject
          x={todayX + 8}
          y={TOP + 4}
          width={Math.max(0, width - todayX - 16)}
          height={BASE - TOP - 8}
        >
          <div className={classes.boxText}>
            <strong>{headline}</strong>
            <span>{detail}</span>
          </div>
        </foreignObject>
        <text x={todayX} y={HEIGHT - 9} textAnchor="middle" className={classes.strong}>
          Today
        </text>
      </svg>
    </div>
  )
}
