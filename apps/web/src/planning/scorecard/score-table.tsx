import { formatDayCount, formatUnits } from '../../ui/format/numbers.ts'
import { ScrollBox } from '../../ui/table/scroll-box.tsx'
import classes from './scorecard.module.css'
import type { Figures } from './scorecard-figures.ts'

const columns: readonly { head: string; of: (figures: Figures) => string }[] = [
  {
    head: 'Warned stockouts',
    of: ({ warned, stockouts }) => `${formatUnits(warned)} of ${formatUnits(stockouts)}`,
  },
  {
    head: 'Days ahead',
    of: ({ medianWarningDays }) => (medianWarningDays === null ? '–' : formatDayCount(medianWarningDays)),
  },
  { head: 'Alerts', of: ({ alerts }) => formatUnits(alerts) },
  { head: 'Averted by a delivery', of: ({ outcomes }) => formatUnits(outcomes.averted) },
  { head: 'False alarms', of: ({ outcomes }) => formatUnits(outcomes.falseAlarms) },
  { head: 'Too early to tell', of: ({ outcomes }) => formatUnits(outcomes.undecided) },
]

/** Shows one row per rule: the stockouts it warned of, and how its alerts turned out. */
export function ScoreTable({ rules }: { rules: readonly { name: string; figures: Figures }[] }) {
  return (
    <ScrollBox label="Rules compared">
      <table className={`stacked ${classes.table} ${classes.rules}`}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            {columns.map(({ head }) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map(({ name, figures }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map(({ head, of }) => (
                <td key={head} data-label={head}>
                  {of(figures)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
