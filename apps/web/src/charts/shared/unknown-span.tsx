import { ZIndexLayer } from 'recharts'
import { BEHIND, usePlot } from './chart-marks.tsx'
import classes from './charts.module.css'

const LABEL_PX = 96

/** Draws a dashed box over the days at the start without data. */
export function UnknownSpan({ from, days }: { from: number; days: number }) {
  const plot = usePlot()
  if (!plot || days === 0) return null
  const { top, bottom, x } = plot
  const left = x(from)
  const width = Math.max(0, x(from + days) - left)
  return (
    <ZIndexLayer zIndex={BEHIND}>
      <rect
        x={left + 0.5}
        y={top}
        width={width}
        height={bottom - top}
        fill="none"
        stroke="var(--stk-line-2)"
        strokeDasharray="4 4"
      />
      {width > LABEL_PX && (
        <text x={left + width / 2} y={(top + bottom) / 2} textAnchor="middle" className={classes.halo}>
          not recorded
        </text>
      )}
    </ZIndexLayer>
  )
}
