import { formatDayCount, formatUnits } from '../../format/numbers.ts'
import classes from './scorecard.module.css'
import type { Figures } from './scorecard-figures.ts'

/** One line a rule: what it warned of, and what became of its alerts. */
export function ScoreTable({ rules }: { rules: readonly { name: string; figures: Figures }[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone is reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Rules compared">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Stockouts warned of</th>
            <th scope="col">Days ahead</th>
            <th scope="col">Alerts</th>
            <th scope="col">A delivery came in time</th>
            <th scope="col">For nothing</th>
            <th scope="col">Too early to tell</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ name, figures }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {formatUnits(figures.caught)} of {formatUnits(figures.stockouts)}
              </td>
              <td>{figures.medianWarningDays === null ? '–' : formatDayCount(figures.medianWarningDays)}</td>
              <td>{formatUnits(figures.alerts)}</td>
              <td>{formatUnits(figures.outcomes.averted)}</td>
              <td>{formatUnits(figures.outcomes.forNothing)}</td>
              <td>{formatUnits(figures.outcomes.undecided)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
