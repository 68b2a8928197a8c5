import { type DecimalSign, numberReader } from './numbers.ts'
import { type Reading, shown } from './reading.ts'
import { cellText, headKey, plainSigns } from './text.ts'

/** The currencies that share a symbol. */
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
  R: ['ZAR'],
  R$: ['BRL'],
  RM: ['MYR'],
  Rs: ['INR', 'PKR', 'LKR'],
  'Rs.': ['INR', 'PKR', 'LKR'],
  MX$: ['MXN'],
  '€': ['EUR'],
  '£': ['GBP', 'EGP'],
  '¥': ['JPY', 'CNY'],
  円: ['JPY'],
  元: ['CNY'],
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
  'kr.': ['SEK', 'NOK', 'DKK', 'ISK'],
  kč: ['CZK'],
  ft: ['HUF'],
  fr: ['CHF'],
  'fr.': ['CHF'],
}
/**
 * The unit that an amount is for, such as `4.20/pc` or `4.20 each`. An amount for another unit, such as a case, is not the
 * price of one piece.
 */
const FOR_ONE =
  /\s*(?:(?:\/|per|pro|par)\s*(?:pcs?|pc\.|piece|units?|un\.?|ea|each|item|stk\.?|st\.?|stück|pièce)|each|ea\.?)$/i
const AROUND = /^(\p{L}+\.|[^\d.,+\-(−–—]*?)\s*([(+\-−–—]?[\d.,'’\s]+[)\-−–—]?)\s*([^\d.,]*\.?)$/u

/** A mark in place of decimals: a dash, as in `12.–` or `12,--`, or `/-` as in India, `1250/-`. */
const NO_DECIMALS = /(?<=\d)([.,])\s?[-–—]{1,2}(?=\D|$)/u
const NOTHING_MORE = /(?<=\d)\s?\/[-–=]$/

/** Reads the amounts of one column, each in the currency of its row. */
export interface AmountReader {
  note(cell: string): void
  decimal(): DecimalSign | null
  /**
   * Returns an amount in whole minor units of a currency that has this many decimals; half a unit is rounded up. Refuses an
   * amount that is written in another currency.
   */
  minor(
    cell: string,
    args: { currency: string; digits: number; decimal?: DecimalSign | null },
  ): Reading<number>
}

/** A currency after the name of a column, such as `(USD)`, `in EUR` or `€`. */
const CURRENCY_BEHIND =
  /[\s,]*(?:[([]([a-z]{3})[)\]]|[([]?([a-z]{0,2}[$€£¥₹])[)\]]?|\b(?:in )?(usd|eur|gbp|cad|aud|nzd|chf|jpy|sek|nok|dkk|inr|pln|czk|zar|sgd|hkd|mxn|brl))$/

/** Returns the key of a column of amounts without the currency after its name, and the symbol or code of that currency. */
export function amountHead(head: string): { key: string; mark: string | null } {
  const key = headKey(head)
  const [behind, ...marks] = CURRENCY_BEHIND.exec(key) ?? []
  const mark = marks.find((each) => each !== undefined) ?? null
  if (behind === undefined || mark === null || getCurrencies(mark) === undefined) return { key, mark: null }
  return { key: key.slice(0, -behind.length), mark }
}

/** Creates the reader of a column whose name is `head`: amounts without a symbol are in the currency that the name contains. */
export function amountReader(head = ''): AmountReader {
  const numbers = numberReader()
  const { mark: ofColumn } = amountHead(head)
  return {
    note: (cell) => numbers.note(splitAmount(cell)?.number ?? ''),
    decimal: numbers.decimal,
    minor: (cell, { currency, digits, decimal = null }) => {
      const amount = splitAmount(cell)
      const marks = amount?.marks.length === 0 && ofColumn !== null ? [ofColumn] : amount?.marks
      const other = marks?.find((mark) => !getCurrencies(mark)?.includes(currency))
      if (!amount || amount.marks.some((mark) => getCurrencies(mark) === undefined)) {
        return { reason: `${shown(cell)} is not an amount such as 12.50` }
      }
      if (other !== undefined) {
        return { reason: `${shown(cell)} is in ${getCurrencies(other)![0]}, and ${currency} is expected` }
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

/** Returns the number in a cell, and the currency symbols or codes next to it. */
function splitAmount(cell: string): { number: string; marks: string[] } | null {
  const [, before, number, behind] =
    AROUND.exec(
      plainSigns(cellText(cell)).replace(FOR_ONE, '').replace(NOTHING_MORE, '').replace(NO_DECIMALS, '$100'),
    ) ?? []
  if (before === undefined || number === undefined || behind === undefined) return null
  return { number, marks: [before, behind].map((mark) => mark.trim()).filter((mark) => mark !== '') }
}

let codes: ReadonlySet<string> | undefined

function isCurrency(code: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'))
  return codes.has(code)
}

/** Common names of currencies that stand for exactly one currency. */
const NAMES: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  'us dollar': 'USD',
  'us dollars': 'USD',
  'british pound': 'GBP',
  'pound sterling': 'GBP',
  'pounds sterling': 'GBP',
  'canadian dollar': 'CAD',
  'australian dollar': 'AUD',
  'swiss franc': 'CHF',
  'japanese yen': 'JPY',
}

/** Returns the currency that a text names, by its code or by a symbol that no other currency has; null if it names none. */
export function getCurrency(text: string): string | null {
  const named = NAMES[cellText(text).toLowerCase()]
  if (named !== undefined) return named
  const found = cellText(text)
    .split(/[\s()[\]/,]+/)
    .map((word) => getCurrencies(word) ?? [])
    .filter((each) => each.length === 1)
  return new Set(found.flat()).size === 1 ? found[0]![0]! : null
}

function getCurrencies(mark: string): readonly string[] | undefined {
  if (/^[a-z]{3}$/i.test(mark)) return isCurrency(mark.toUpperCase()) ? [mark.toUpperCase()] : undefined
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
