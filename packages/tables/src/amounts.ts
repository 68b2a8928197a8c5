import { type DecimalSign, numberReader } from './numbers.ts'
import { type Reading, shown } from './reading.ts'
import { cellText } from './text.ts'

/** The currencies that share a sign. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'TWD', 'BRL', 'CLP', 'COP', 'ARS'],
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  HK$: ['HKD'],
  R$: ['BRL'],
  MX$: ['MXN'],
  '€': ['EUR'],
  '£': ['GBP', 'EGP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₫': ['VND'],
  '₪': ['ILS'],
  '₱': ['PHP'],
  '฿': ['THB'],
  '₴': ['UAH'],
  zł: ['PLN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  kč: ['CZK'],
  ft: ['HUF'],
  fr: ['CHF'],
  'fr.': ['CHF'],
}
const AROUND = /^([^\d.,+\-(−–—]*?)\s*([(+\-−–—]?[\d.,'’\s]+[)\-−–—]?)\s*([^\d.,]*\.?)$/u

/** Reads the amounts of one column, in the currency that a row has. */
export interface AmountReader {
  note(cell: string): void
  decimal(): DecimalSign | null
  /**
   * Returns an amount in whole minor units of a currency that has so many decimals; half a unit is rounded up. Refuses one that
   * is written in another currency.
   */
  minor(
    cell: string,
    args: { currency: string; digits: number; decimal?: DecimalSign | null },
  ): Reading<number>
}

export function amountReader(): AmountReader {
  const numbers = numberReader()
  return {
    note: (cell) => numbers.note(splitAmount(cell)?.number ?? ''),
    decimal: numbers.decimal,
    minor: (cell, { currency, digits, decimal = null }) => {
      const amount = splitAmount(cell)
      const other = amount?.marks.find((mark) => !currenciesOf(mark)?.includes(currency))
      if (!amount || amount.marks.some((mark) => currenciesOf(mark) === undefined)) {
        return { reason: `${shown(cell)} is not an amount such as 12.50` }
      }
      if (other !== undefined) {
        return { reason: `${shown(cell)} is in ${currenciesOf(other)![0]}, and ${currency} is expected` }
      }
      // Without decimals, a group of three digits can only be thousands.
      const exact =
        digits === 0 ? wholeFirst(numbers, amount.number, decimal) : numbers.exact(amount.number, decimal)
      if ('reason' in exact) return exact
      return { value: minorUnits(exact.value, digits) }
    },
  }
}

function wholeFirst(
  numbers: ReturnType<typeof numberReader>,
  cell: string,
  decimal: DecimalSign | null,
): Reading<string> {
  const exact = numbers.exact(cell, decimal)
  if (!('isAmbiguous' in exact)) return exact
  return { value: cell.replaceAll(/[^\d-]/g, '') }
}

/** Returns the number of a cell and the signs or codes of currencies beside it. */
function splitAmount(cell: string): { number: string; marks: string[] } | null {
  const [, before, number, behind] = AROUND.exec(cellText(cell)) ?? []
  if (before === undefined || number === undefined || behind === undefined) return null
  return { number, marks: [before, behind].map((mark) => mark.trim()).filter((mark) => mark !== '') }
}

function currenciesOf(mark: string): readonly string[] | undefined {
  if (/^[a-z]{3}$/i.test(mark)) return [mark.toUpperCase()]
  return SIGNS[mark] ?? SIGNS[mark.toUpperCase()] ?? SIGNS[mark.toLowerCase()]
}

/** Rounds half a minor unit up, from the digits themselves, so that no amount passes through a fraction. */
function minorUnits(exact: string, digits: number): number {
  const isBelow = exact.startsWith('-')
  const [whole = '0', decimals = ''] = exact.replace('-', '').split('.')
  const kept = Number(`${whole}${decimals.slice(0, digits).padEnd(digits, '0')}`)
  const minor = kept + (Number(decimals[digits] ?? 0) >= 5 ? 1 : 0)
  return isBelow && minor > 0 ? -minor : minor
}
