import { type ReportKind, type ReportOutcome, type Reports, reportFacts } from '@stockcast/contract'
import { formats } from '../../ui/format/country.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { weekdays } from '../../ui/messages/notification-texts.ts'

export type ReportRow = Reports['reports'][number]

export const reportNotes: Record<ReportKind, string> = {
  to_order: 'Every product that is due, by supplier, with quantity, order day and cost.',
  stockouts: 'What was out of stock in the previous month, for how many days, and the sales that it cost.',
  overstock: 'Stock beyond demand and stock without sales, with what it is worth.',
  suppliers: 'Who delivers on time and in full, how long it takes, and what is late now.',
  accuracy: 'How far off the 14-day forecasts were, by product and overall.',
}

export const outcomeWords: Record<ReportOutcome, string> = {
  made: 'Made',
  empty: 'Nothing to report, so not sent',
  stale: 'Not sent: your store could not be read for a day',
  plan_ended: 'Not sent: the plan had ended',
  no_recipient: 'Not sent: nobody was left to get it',
}

/** Returns an hour as clocks show it: `8:00 AM`. */
export const hourText = (hour: number) => formats().date(Date.UTC(2000, 0, 1, hour), 'time', 'UTC')

/** Returns when a report comes, and to how many people: `Every Monday at 8:00 AM, to 2 people, as XLSX.` */
export function scheduleWords({
  kind,
  isOn,
  weekday,
  dayOfMonth,
  hour,
  recipients,
  fileFormat,
}: ReportRow): string {
  if (!isOn) return 'Off'
  const day =
    reportFacts[kind].every === 'week'
      ? `Every ${weekdays[weekday - 1]}`
      : `On day ${dayOfMonth} of each month`
  const people = formatCount(recipients.length, 'person', 'people')
  return `${day} at ${hourText(hour)}, to ${people}, as ${fileFormat.toUpperCase()}.`
}
