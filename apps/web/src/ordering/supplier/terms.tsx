import type { SupplierRow } from '@stockcast/contract'
import { formatDayRange } from '../../ui/format/days.ts'
import { formatDayCount } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { minimumWords, reviewWords } from '../supplier-words.ts'
import classes from './supplier.module.css'

export function Terms({ supplier }: { supplier: SupplierRow }) {
  const { statedLeadTimeDays, worstLeadTimeDays, coverDays, shutdowns, currency } = supplier
  const { otherEmails, contactName, address } = supplier
  const facts = [
    ['Stated lead time', statedLeadTimeDays === null ? 'unknown' : formatDayCount(statedLeadTimeDays)],
    ...(worstLeadTimeDays === null ? [] : [['At worst', formatDayCount(worstLeadTimeDays)]]),
    ['Order days', reviewWords(supplier.review)],
    ...(coverDays === null ? [] : [['An order lasts', `at least ${formatDayCount(coverDays)}`]]),
    ['Minimum', minimumWords(supplier.minimum, currency)],
    ['Currency', currency],
    ...(contactName === '' ? [] : [['Contact', contactName]]),
    ...(address === '' ? [] : [['Address', address]]),
    ...(otherEmails.length === 0 ? [] : [['More emails', otherEmails.join(', ')]]),
    ['Rejected units', supplier.replacesRejected ? 'are sent again' : 'are not replaced'],
    ...(shutdowns.length === 0
      ? []
      : [['Closed', shutdowns.map(({ from, to }) => formatDayRange(from, to)).join('; ')]]),
  ]
  return (
    <section aria-labelledby="terms">
      <SectionHeader id="terms" title="Terms" />
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
