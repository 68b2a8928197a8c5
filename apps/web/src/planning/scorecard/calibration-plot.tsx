import chartClasses from '../../charts/shared/charts.module.css'
import { formatShare, formatUnits } from '../../ui/format/numbers.ts'
import { ScrollBox } from '../../ui/table/scroll-box.tsx'
import classes from './scorecard.module.css'
import type { Simulation } from './scorecard-figures.ts'
import { ENOUGH_CASES } from './scorecard-words.ts'

const SIDE = 240
const LEFT = 36
const TOP = 26
/** Five points to either side of the diagonal. */
const BAND = 0.05
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]

const x = (share: number) => LEFT + share * SIDE
const y = (share: number) => TOP + (1 - share) * SIDE

/** Plots observed frequencies against predicted probabilities: on the diagonal they are equal. */
export function CalibrationPlot({ bins, label }: { bins: Simulation['calibration']; label: string }) {
  return (
    <svg
      className={`${chartClasses.chart} ${classes.plot}`}
      viewBox={`0 0 ${LEFT + SIDE + 16} ${TOP + SIDE + 40}`}
      role="img"
      aria-label={label}
    >
      <path d={bandPath()} fill="var(--stk-band-80)" />
      {TICKS.map((tick) => (
        <g key={tick}>
          <line x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} stroke="var(--stk-line)" />
          <text x={x(0) - 6} y={y(tick) + 4} textAnchor="end">
            {formatShare(tick)}
          </text>
          <text x={x(tick)} y={y(0) + 16} textAnchor="middle">
            {formatShare(tick)}
          </text>
        </g>
      ))}
      <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} stroke="var(--stk-fc)" strokeWidth="1.5" />
      {bins.map((bin) => (
        <BinMark key={bin.from} bin={bin} />
      ))}
      <text x={x(0) - 30} y={TOP - 14} className={chartClasses.secondary}>
        observed
      </text>
      <text x={x(1)} y={y(0) + 32} textAnchor="end" className={chartClasses.secondary}>
        predicted
      </text>
    </svg>
  )
}

/** Draws the observed share of one bin with its binomial confidence interval. */
function BinMark({ bin }: { bin: Simulation['calibration'][number] }) {
  const { cases, predicted, observed, low, high } = bin
  if (predicted === null || observed === null) return null
  return (
    <>
      {low !== null && high !== null && (
        <line
          x1={x(predicted)}
          x2={x(predicted)}
          y1={y(low)}
          y2={y(high)}
          stroke="var(--stk-hist)"
          strokeWidth="1.5"
        />
      )}
      <circle
        cx={x(predicted)}
        cy={y(observed)}
        r="4"
        fill={cases < ENOUGH_CASES ? 'var(--mantine-color-body)' : 'var(--stk-hist)'}
        stroke="var(--stk-hist)"
        strokeWidth="1.5"
      />
    </>
  )
}

function bandPath(): string {
  const corners = [
    [0, 0],
    [0, BAND],
    [1 - BAND, 1],
    [1, 1],
    [1, 1 - BAND],
    [BAND, 0],
  ] as const
  return `M${corners.map(([predicted, observed]) => `${x(predicted)} ${y(observed)}`).join('L')}Z`
}

/** Shows the same numbers as a table. */
export function CalibrationTable({ bins }: { bins: Simulation['calibration'] }) {
  return (
    <ScrollBox label="Predicted and observed frequencies">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Predicted</th>
            <th scope="col">Average</th>
            <th scope="col">Observed</th>
            <th scope="col">95% interval</th>
            <th scope="col">Cases</th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ from, to, cases, predicted, observed, low, high }) => (
            <tr key={from}>
              <th scope="row">
                {formatShare(from)} to {formatShare(to)}
              </th>
              <td>{predicted === null ? '–' : formatShare(predicted)}</td>
              <td>{observed === null ? '–' : formatShare(observed)}</td>
              <td>{low === null || high === null ? '–' : `${formatShare(low)} to ${formatShare(high)}`}</td>
              <td>{formatUnits(cases)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
