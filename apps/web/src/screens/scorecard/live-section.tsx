import type { Scorecard } from '@stockcast/contract'
import { formatDay } from '../../format/days.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { ScoreTable } from './score-table.tsx'
import classes from './scorecard.module.css'
import { figuresOf } from './scorecard-figures.ts'
import { summaryWords } from './scorecard-words.ts'
import { StockoutList } from './stockout-list.tsx'

/** The alerts that were really raised; brought up to date once a week. */
export function LiveSection({ live }: { live: Scorecard['live'] }) {
  const figures = live && figuresOf(live.score)
  return (
    <section className={classes.section} aria-labelledby="for-real">
      <SectionHeader
        id="for-real"
        title="For real"
        note={
          live && figures
            ? `Alerts since ${formatDay(live.firstDay)}, brought up to date every week. ${summaryWords(figures)}`
            : 'The alerts that are raised from now on are judged here, once a week.'
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
