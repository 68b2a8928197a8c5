import { formatDay } from '../../format/days.ts'
import { formatCount, formatProbability } from '../../format/numbers.ts'
import { formatSum } from '../../ordering/money.ts'
import type { MissingToMinimum } from './planned-order.ts'
import classes from './what-to-order.module.css'

/** Says which suppliers would refuse their part of the selection, and what waiting would risk. */
export function SupplierMinimums({ missing }: { missing: readonly MissingToMinimum[] }) {
  if (missing.length === 0) return null
  return (
    <ul className={classes.minimums} aria-label="Below a supplier’s minimum">
      {missing.map((each) => (
        <li key={each.subtotal.supplierId}>
          <b>{each.subtotal.name}</b> {missingWords(each)}
        </li>
      ))}
    </ul>
  )
}

function missingWords({ subtotal, amountMinor, units }: MissingToMinimum): string {
  const { below, currency } = subtotal
  const lacks = amountMinor === null ? formatCount(units ?? 0, 'unit') : formatSum(amountMinor, currency)
  const wait =
    below?.waitUntil == null
      ? ''
      : `, or wait until ${formatDay(below.waitUntil)}${
          below.waitStockoutProbability === null
            ? ''
            : ` (${formatProbability(below.waitStockoutProbability)} chance that one of them runs out)`
        }`
  return `is ${lacks} below the minimum: add to it${wait}.`
}
