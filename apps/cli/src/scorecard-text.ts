import {
  type Figures,
  figuresOf,
  type Replay,
  type ReplayFile,
  type ReplayInput,
  replayInput,
  replayShop,
  scoreLive,
} from '@stockcast/forecasting'
import { dateOf } from './calendar-day.ts'
import { InputError } from './input-error.ts'

/** Returns the scorecard of a file as a table, with the same figures as on screen. */
export function scorecardText(file: ReplayFile): string {
  const input = inputOf(file)
  const replay = replayShop(input)
  const lastDay = replay.firstDay + replay.days - 1
  return [
    `${dateOf(replay.firstDay)} to ${dateOf(lastDay)}, ${replay.ids.length} products, ${replay.stockouts.length} stockouts`,
    '',
    line([
      'Service level',
      'Alerts',
      'Caught',
      'Missed',
      'In time',
      'False alarms',
      'Undecided',
      'Days ahead',
    ]),
    ...replay.steps.map((step) => line([step.serviceLevel.toFixed(2), ...cellsOf(figuresOf(step))])),
    line(['14-day rule', ...cellsOf(figuresOf(replay.plain))]),
    line(['Really raised', ...cellsOf(figuresOf(scoreLive(input, file.alerts)))]),
    '',
    ...calibrationLines(replay),
  ].join('\n')
}

function inputOf(file: ReplayFile): ReplayInput {
  try {
    return replayInput(file)
  } catch (error) {
    if (error instanceof RangeError)
      throw new InputError(`The file is not an export of a scorecard: ${error.message}.`)
    throw error
  }
}

function cellsOf({ alerts, caught, missed, outcomes, medianWarningDays }: Figures): string[] {
  const { averted, for_nothing: forNothing, undecided } = outcomes
  return [alerts, caught, missed, averted, forNothing, undecided, medianWarningDays ?? '-'].map(String)
}

function calibrationLines({ calibration }: Replay): string[] {
  const percent = (share: number | null) => (share === null ? '-' : `${(100 * share).toFixed(1)} %`)
  return [
    line(['Said', 'Cases', 'On average', 'Came true', 'at least', 'at most']),
    ...calibration.map(({ from, to, cases, predicted, observed, low, high }) =>
      line([`${100 * from}-${100 * to} %`, String(cases), ...[predicted, observed, low, high].map(percent)]),
    ),
  ]
}

function line([head = '', ...cells]: string[]): string {
  return head.padEnd(14) + cells.map((cell) => cell.padStart(12)).join('')
}
