import type { Scorecard } from '@stockcast/contract'
import { formatDay } from '../../ui/format/days.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { ScoreTable } from './score-table.tsx'
import classes from './scorecard.module.css'
import { getFigures } from './scorecard-figures.ts'
import { summaryWords } from './scorecard-words.ts'
import { StockoutList } from './stockout-list.tsx'

/** Shows how the alerts that were sent turned out; updated once a week. */
export function LiveSection({ live }: { live: Scorecard['live'] }) {
  const figures = live && getFigures(live.score)
  return (
    <section className={classes.section} aria-labelledby="live-results">
      <SectionHeader
        id="live-results"
        title="Live results"
        note={
          live && figures
            ? `Alerts since ${formatDay(live.firstDay)}, updated every week. ${summaryWords(figures)}`
            : 'From now on, this shows once a week how your alerts turned out.'
        }
      />
      {live && figures && (figures.stockouts > 0 || figures.alerts > 0) && (
        <>
          <OutcomeChart card={live} label={summaryWords(figures)} />
          <ScoreTable rules={[{ name: 'Your alerts', figures }]} />
          <StockoutList stockouts={live.stockouts} warningDays={live.score.warningDays} />
        </>
      )}
    </section>
  )
}
