import {
  type Figures,
  getFigures,
  type Simulation,
  type SimulationFile,
  type SimulationInput,
  scoreLive,
  simulateShop,
  simulationInput,
} from '@stockcast/forecasting'
import { toDate } from './calendar-day.ts'
import { InputError } from './input-error.ts'

/** Returns the scorecard of a file as a table, with the same figures as on screen. */
export function scorecardText(file: SimulationFile): string {
  const input = getInput(file)
  const simulation = simulateShop(input)
  const lastDay = simulation.firstDay + simulation.days - 1
  return [
    `${toDate(simulation.firstDay)} to ${toDate(lastDay)}, ${simulation.ids.length} products, ${simulation.stockouts.length} stockouts`,
    '',
    line([
      'Service level',
      'Alerts',
      'Warned',
      'Missed',
      'Averted',
      'False alarms',
      'Undecided',
      'Days ahead',
    ]),
    ...simulation.steps.map((step) => line([step.serviceLevel.toFixed(2), ...toCells(getFigures(step))])),
    line(['14-day rule', ...toCells(getFigures(simulation.plain))]),
    line(['Live results', ...toCells(getFigures(scoreLive(input, file.alerts)))]),
    '',
    ...calibrationLines(simulation),
  ].join('\n')
}

function getInput(file: SimulationFile): SimulationInput {
  try {
    return simulationInput(file)
  } catch (error) {
    if (error instanceof RangeError)
      throw new InputError(`The file is not an export of a scorecard: ${error.message}.`)
    throw error
  }
}

function toCells({ alerts, warned, missed, outcomes, medianWarningDays }: Figures): string[] {
  const { averted, false_alarm: falseAlarms, undecided } = outcomes
  return [alerts, warned, missed, averted, falseAlarms, undecided, medianWarningDays ?? '-'].map(String)
}

function calibrationLines({ calibration }: Simulation): string[] {
  const percent = (share: number | null) => (share === null ? '-' : `${(100 * share).toFixed(1)} %`)
  return [
    line(['Predicted', 'Cases', 'Average', 'Observed', 'At least', 'At most']),
    ...calibration.map(({ from, to, cases, predicted, observed, low, high }) =>
      line([`${100 * from}-${100 * to} %`, String(cases), ...[predicted, observed, low, high].map(percent)]),
    ),
  ]
}

function line([head = '', ...cells]: string[]): string {
  return head.padEnd(14) + cells.map((cell) => cell.padStart(12)).join('')
}
