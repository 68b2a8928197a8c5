import { useElementSize } from '@mantine/hooks'
import { addDays, formatDay } from '../../ui/format/days.ts'
import classes from '../shared/charts.module.css'
import { RUNWAY_DAYS, RUNWAY_FALLBACK_PX, runwayScale } from './runway-scale.ts'

/** Where the label of today ends, and half of a date with the space before it. */
const TODAY_LABEL_PX = 40
const HALF_LABEL_PX = 24

/** Draws the date axis above a column of runways. */
export function RunwayAxis({ today }: { today: string }) {
  const { ref, width: measured } = useElementSize()
  const width = measured || RUNWAY_FALLBACK_PX
  const x = runwayScale(width)
  const weeks = Array.from({ length: RUNWAY_DAYS / 7 + 1 }, (_, week) => week * 7)

  return (
    <div ref={ref}>
      <svg className={classes.chart} height="20" aria-hidden="true">
        {weeks.map((day) => (
          <g key={day}>
            <line x1={x(day)} x2={x(day)} y1="16" y2={day % 14 ? 18 : 20} stroke="var(--stk-line-2)" />
            {day % 14 === 0 && (day === 0 || x(day) - HALF_LABEL_PX >= TODAY_LABEL_PX) && (
              <text
                x={x(day)}
                y="11"
                textAnchor={day === 0 ? 'start' : 'middle'}
                className={day === 0 ? classes.secondary : undefined}
              >
                {day === 0 ? 'Today' : formatDay(addDays(today, day))}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}
