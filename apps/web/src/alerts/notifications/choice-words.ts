import { formatTime } from '../../ui/format/days.ts'
import { alertTypeLabels } from '../../ui/messages/labels.ts'
import { timingLabels, urgencyLabels, weekdays } from '../../ui/messages/notification-texts.ts'
import type { Choice } from './draft.ts'

interface Words extends Choice {
  quietFrom?: string
  quietTo?: string
  dailyLimit?: number
}

/**
 * Returns, for example, "Stockout Risk, out of stock only. At once, not between 9:00 PM and 8:00 AM, at
 * most 5 a day."
 */
export function choiceWords(choice: Words): string {
  return `${whatWords(choice)}. ${whenWords(choice)}.`
}

function whatWords({ types, urgency }: Choice): string {
  const label = urgencyLabels[urgency]
  const [only] = types
  if (types.length !== 1 || only === undefined) return label
  return urgency === 'all' ? `${alertTypeLabels[only]} only` : `${alertTypeLabels[only]}, ${lowered(label)}`
}

function whenWords({ timing, at, weekday, quietFrom, quietTo, dailyLimit }: Words): string {
  const time = formatTimeOfDay(at)
  const digest = timing === 'weekly' ? ` on ${weekdays[weekday - 1]}s at ${time}` : ` at ${time}`
  const quiet =
    quietFrom && quietTo && quietFrom !== quietTo
      ? [`not between ${formatTimeOfDay(quietFrom)} and ${formatTimeOfDay(quietTo)}`]
      : []
  const limit = dailyLimit === undefined ? [] : [`at most ${dailyLimit} a day`]
  return [`${timingLabels[timing]}${timing === 'at_once' ? '' : digest}`, ...quiet, ...limit].join(', ')
}

function lowered(label: string): string {
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`
}

/** Returns `8:00 AM` for a time of day such as `08:00`, and a dash for an empty one. */
function formatTimeOfDay(time: string): string {
  return time === '' ? '–' : formatTime(`1970-01-01T${time}:00Z`, 'UTC')
}
