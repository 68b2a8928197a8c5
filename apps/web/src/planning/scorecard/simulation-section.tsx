import { Box } from '@mantine/core'
import { useState } from 'react'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { CalibrationPlot, CalibrationTable } from './calibration-plot.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { ScoreTable } from './score-table.tsx'
import classes from './scorecard.module.css'
import { type Figures, getFigures, getPosition, type Simulation } from './scorecard-figures.ts'
import { calibrationWords, comparisonWords, doubtWords, summaryWords } from './scorecard-words.ts'
import { SensitivityControl } from './sensitivity-control.tsx'
import { StockoutList } from './stockout-list.tsx'

/**
 * Shows the simulated weeks at the chosen position, beside the plain rule, and whether the probabilities
 * were right.
 */
export function SimulationSection({
  simulation,
  serviceLevel,
}: {
  simulation: Simulation
  serviceLevel: number
}) {
  const saved = getPosition(simulation.steps, serviceLevel)
  const [position, setPosition] = useState(saved)
  const step = simulation.steps[position]
  if (!step) return null
  const figures = getFigures(step)
  const doubt = doubtWords(simulation)

  return (
    <>
      <SensitivityControl
        steps={simulation.steps}
        position={position}
        saved={saved}
        onPosition={setPosition}
      />
      <p className={classes.summary} aria-live="polite">
        {summaryWords(figures)}
      </p>
      {doubt !== null && (
        <Box component="p" maw="46rem" mt={-8} mb={20} className="muted small">
          {doubt}
        </Box>
      )}
      <StatStrip label="The last 90 days" stats={getStats(figures)} />
      <OutcomeChart card={{ ...simulation, score: step }} label={summaryWords(figures)} />
      <StockoutList stockouts={simulation.stockouts} warningDays={step.warningDays} />
      <Box component="section" mt={44} aria-labelledby="plain-rule">
        <SectionHeader
          id="plain-rule"
          title="Compared with the plain rule"
          note={`The plain rule alerts when stock covers 14 days or less at the average sales of the last 30 days. ${comparisonWords(simulation)}`}
        />
        <ScoreTable
          rules={[
            { name: 'Stockcast', figures },
            { name: '14-day rule', figures: getFigures(simulation.plain) },
          ]}
        />
      </Box>
      <Box component="section" mt={44} aria-labelledby="calibration">
        <SectionHeader
          id="calibration"
          title="Are the probabilities right?"
          note={`Every week, five stock levels were tested for each product. ${calibrationWords(simulation)} The band is 5 points to either side. Bars, where longer than the dots, are 95% confidence intervals.`}
        />
        <div className={classes.calibration}>
          <CalibrationPlot bins={simulation.calibration} label={calibrationWords(simulation)} />
          <CalibrationTable bins={simulation.calibration} />
        </div>
      </Box>
    </>
  )
}

function getStats({ stockouts, warned, missed, medianWarningDays, alerts, outcomes }: Figures) {
  const days = medianWarningDays === 1 ? 'day' : 'days'
  return [
    { label: 'Warned stockouts', value: formatUnits(warned), note: `of ${formatUnits(stockouts)} stockouts` },
    { label: 'Missed', value: formatUnits(missed), note: 'without a warning' },
    {
      label: 'Warning',
      value: medianWarningDays === null ? '–' : formatUnits(medianWarningDays),
      ...(medianWarningDays === null ? {} : { unit: days }),
      note: 'typically, before the stockout',
    },
    {
      label: 'False alarms',
      value: formatUnits(outcomes.falseAlarms),
      note: `of ${formatCount(alerts - outcomes.undecided, 'alert')}${outcomes.undecided === 0 ? '' : `; ${formatUnits(outcomes.undecided)} too early to tell`}`,
    },
  ]
}
