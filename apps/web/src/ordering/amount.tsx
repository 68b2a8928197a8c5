import list from '../ui/table/data-table.module.css'
import { formatUnitCost } from './money.ts'

interface AmountProps {
  minor: number | null
  currency: string
  format?: typeof formatUnitCost
}

/** Shows an amount in a table; an unknown one looks like one. */
export function Amount({ minor, currency, format = formatUnitCost }: AmountProps) {
  return <span className={minor === null ? list.unknown : undefined}>{format(minor, currency)}</span>
}
