import { useElementSize } from '@mantine/hooks'
import { addDays, formatDay, formatDayRange } from '../../ui/format/days.ts'
import { type FanGeometry, fanGeometry } from './fan-geometry.ts'
import { FUTURES, futuresBeforeArrival, sample, stockoutWindow } from './sample-store.ts'
import classes from './stock-fan.module.css'

const runsOut = `Runs out ${formatDayRange(
  addDays(sample.today, Math.floor(stockoutWindow.from)),
  addDays(sample.today, Math.floor(stockoutWindow.to)),
)}`

interface StockFanProps {
  height: number
  leadTimeDays?: number
  isAnimated?: boolean
  /**
   * Drawn for this width and stretched until the real one is known; without it nothing is drawn until then.
   */
  expectedWidth?: number
}

/** Draws history, the fan of stock and the 20 futures, for its own width. */
export function StockFan({
  height,
  leadTimeDays = sample.leadTimeDays,
  isAnimated = false,
  expectedWidth = 0,
}: StockFanProps) {
  const { ref, width } = useElementSize()
  const drawnWidth = width || expectedWidth
  return (
    <div ref={ref} className={classes.frame} style={{ height }}>
      {drawnWidth > 0 && (
        <Picture
          geometry={fanGeometry({ width: drawnWidth, height, leadTimeDays })}
          isMeasured={width > 0}
          {...{ leadTimeDays, isAnimated }}
        />
      )}
    </div>
  )
}

interface PictureProps {
  geometry: FanGeometry
  leadTimeDays: number
  isAnimated: boolean
  isMeasured: boolean
}

function Picture({ geometry: g, leadTimeDays, isAnimated, isMeasured }: PictureProps) {
  return (
    <svg
      className={classes.chart}
      width={isMeasured ? g.width : '100%'}
      height={g.height}
      viewBox={`0 0 ${g.width} ${g.height}`}
      preserveAspectRatio="none"
      role="img"
      data-animated={isAnimated || undefined}
      aria-label={`Stock of one product, then its forecast. ${runsOut} in 8 of 10 futures; in ${futuresBeforeArrival(leadTimeDays)} of ${FUTURES} before an order placed today arrives.`}
    >
      <rect
        className={classes.window}
        x={g.window.x}
        y={g.top}
        width={g.window.width}
        height={g.zero - g.top}
      />
      <g className={classes.fan}>
        <path d={g.bands.outer} className={classes.outer} />
        <path d={g.bands.inner} className={classes.inner} />
        <path d={g.median} className={classes.median} />
      </g>
      <path d={g.history} className={classes.history} />
      <line x1={0} x2={g.width} y1={g.zero} y2={g.zero} className={classes.ink} />
      <line x1={g.arrival} x2={g.arrival} y1={g.top} y2={g.zero + 70} className={classes.arrival} />
      <line x1={g.today} x2={g.today} y1={g.top} y2={g.height - 28} className={classes.ink} />
      {isMeasured && <Marks geometry={g} leadTimeDays={leadTimeDays} />}
    </svg>
  )
}

/** Draws what must not be stretched. */
function Marks({ geometry: g, leadTimeDays }: Pick<PictureProps, 'geometry' | 'leadTimeDays'>) {
  const arrival = formatDay(addDays(sample.today, leadTimeDays))
  return (
    <>
      {g.dots.map((dot) => (
        <circle
          key={dot.order}
          className={dot.isTooEarly ? classes.early : classes.later}
          cx={dot.x}
          cy={dot.y}
          r={g.dotRadius}
          style={{ '--order': dot.order }}
        />
      ))}
      {g.ticks.map((tick) => (
        <text key={tick.x} x={tick.x} y={g.height - 7} textAnchor="middle">
          {tick.label}
        </text>
      ))}
      <text x={g.today} y={g.height - 7} textAnchor="middle" className={classes.strong}>
        Today
      </text>
      <text x={g.windowLabel.x} y={g.top - 8} textAnchor={g.windowLabel.anchor} className={classes.critical}>
        {runsOut}
      </text>
      <text x={g.arrivalLabel.x} y={g.zero + 64} textAnchor={g.arrivalLabel.anchor} className={classes.note}>
        {g.isNarrow ? `Order arrives ${arrival}` : `An order placed today arrives ${arrival}`}
      </text>
    </>
  )
}
