import { type Reading, shown } from './reading.ts'
import { cellText, plainSigns } from './text.ts'

/** The decimal separator. */
export type DecimalSign = '.' | ','

/**
 * Digits with separators between them, and for a number below zero a sign before, a minus after, or brackets around them. `10+`
 * is not a count.
 */
const NUMBER = /^(\()?([+-])?([\d.,]+)(-)?(\))?$/
/** Groups of three digits, or groups as in India: `1,25,000`. */
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$|^\d{1,2}(?:,\d{2})+,\d{3}$/
const ONE_GROUP = /^[1-9]\d{0,2}([.,])\d{3}$/
const MAX_CHARACTERS = 60
/** Units that people write after a count. */
const UNIT_WORDS =
  /^(?:x|×|pcs?\.?|pieces?|pc\.|units?|ea\.?|each|items?|stk\.?|stück|st\.?|un\.?|szt\.?|ks|stuks?|pzas?\.?|pièces?|pezzi)$/i
/** Containers of several units. */
const PACK_WORDS =
  /^(?:packs?|pks?\.?|cases?|cs|box|boxes|cartons?|ctns?\.?|dozens?|dz|pallets?|kartons?|pakete?)$/i
const DAYS = /^(?:d|days?|tage?n?|jours?|d[ií]as?|giorni|dagen|dni)$/i
const WEEKS = /^(?:w|wks?\.?|weeks?|wochen?|semaines?|semanas?|settimane|weken|tygodni(?:e|a)?)$/i
const MONTHS = /^(?:mo|months?|monate?|mois|mes(?:es)?|mesi)$/i
const ABOUT = /^(?:ca\.?|~|≈|approx\.?|about|circa)\s*/i
const RANGE = /^\d+\s*(?:[-–—]|to|bis)\s*\d+/i

interface Parts {
  sign: 1 | -1
  digits: string
  unit: string
}

/** Reads the numbers of one column, whose cells all write thousands and decimals alike. */
export interface NumberReader {
  /** Registers a cell, so that all cells of the column decide what each one means. */
  note(cell: string): void
  /** The decimal separator that the column proves; null if it proves none. */
  decimal(): DecimalSign | null
  /** Returns a whole number; `decimal` is the decimal separator that the file's other columns prove. */
  whole(cell: string, decimal?: DecimalSign | null): Reading<number>
  /** Returns a span of time in days, which may be written in weeks or months. */
  span(cell: string, decimal?: DecimalSign | null): Reading<number>
  /** Returns the digits as plain text with a decimal point, and with a minus sign if below zero. */
  exact(cell: string, decimal?: DecimalSign | null): Reading<string>
}

/** What the cells so far show about how the column writes numbers. */
interface Shown {
  /** Decimal separators that this column proves. */
  decimals: Set<DecimalSign>
  /** Thousands separators that this column proves. */
  thousands: Set<DecimalSign>
  /** Cells with one separator followed by three digits, by separator; they mean thousands or three decimals. */
  groups: Map<DecimalSign, number>
  /** Whether some of these cells do not end in 000, so that they cannot be counts with three decimals. */
  hasOddGroup: boolean
  /** Numbers of another form. */
  others: number
}

/**
 * Creates the reader of a column. One separator followed by three digits means thousands, unless all numbers of the column have
 * three decimals, or the column proves that it is the decimal separator. If both are possible, a cell is refused with both
 * meanings.
 */
export function numberReader(): NumberReader {
  const seen: Shown = {
    decimals: new Set(),
    thousands: new Set(),
    groups: new Map(),
    hasOddGroup: false,
    others: 0,
  }
  const decimal = () => (seen.decimals.size === 1 ? [...seen.decimals][0]! : null)
  return {
    note: (cell) => {
      const parts = getParts(cell)
      if (parts) noteDigits(parts.digits, seen)
    },
    decimal,
    whole: (cell, ofFile = null) => {
      const parts = getParts(cell)
      if (parts && PACK_WORDS.test(parts.unit))
        return { reason: `${shown(cell)} counts packs; write how many units they are` }
      if (!parts || (parts.unit !== '' && !UNIT_WORDS.test(parts.unit)))
        return { reason: `${shown(cell)} is not a whole number` }
      const number = plainDigits(parts, { seen, isWhole: true, ofFile, cell })
      if ('reason' in number) return number
      const [whole = '', decimals = ''] = number.value.split('.')
      if (/[1-9]/.test(decimals)) return { reason: `${shown(cell)} is not a whole number` }
      const value = parts.sign * Number(whole)
      return { value: value === 0 ? 0 : value }
    },
    span: (cell, ofFile = null) => {
      const text = cellText(cell).replace(ABOUT, '')
      if (RANGE.test(text)) return { reason: `${shown(cell)} names two spans; write the usual one` }
      const parts = getParts(text)
      const times = parts && getDays(parts.unit)
      if (!parts || times === null) return { reason: `${shown(cell)} is not a number of days` }
      const number = plainDigits(parts, { seen, isWhole: true, ofFile, cell })
      if ('reason' in number) return number
      return { value: Math.ceil(parts.sign * Number(number.value) * times) }
    },
    exact: (cell, ofFile = null) => {
      const parts = getParts(cell)
      if (parts?.unit !== '') return { reason: `${shown(cell)} is not a number such as 12.50` }
      const number = plainDigits(parts, { seen, isWhole: false, ofFile, cell })
      return 'reason' in number ? number : { value: `${parts.sign < 0 ? '-' : ''}${number.value}` }
    },
  }
}

function getDays(unit: string): number | null {
  if (unit === '' || DAYS.test(unit)) return 1
  if (WEEKS.test(unit)) return 7
  return MONTHS.test(unit) ? 30 : null
}

/** Returns the parts of a number; null if the cell has none, or something else beside it. */
function getParts(cell: string): Parts | null {
  if (cell.length > MAX_CHARACTERS) return null
  const text = plainSigns(cellText(cell))
    .replace(/^[−–—]/, '-')
    .replace(/[−–—]$/, '-')
  const [, number = text, unit = ''] = /^([^\p{L}×]*\d[^\p{L}×]*?)\s*([\p{L}×]+\.?)$/u.exec(text) ?? []
  const [, open, before, digits, behind, close] = NUMBER.exec(number.replaceAll(/['’\s]/g, '')) ?? []
  if (digits === undefined || !/\d/.test(digits) || (open === undefined) !== (close === undefined))
    return null
  const minuses = [open, before === '-' ? '-' : undefined, behind].filter(Boolean)
  if (minuses.length > 1 || (before !== undefined && behind !== undefined)) return null
  return { sign: minuses.length === 1 ? -1 : 1, digits, unit }
}

const getSigns = (digits: string) => digits.replaceAll(/\d/g, '')

function noteDigits(digits: string, seen: Shown): void {
  const signs = getSigns(digits)
  const group = ONE_GROUP.exec(digits)?.[1] as DecimalSign | undefined
  if (group !== undefined) {
    seen.groups.set(group, (seen.groups.get(group) ?? 0) + 1)
    if (!digits.endsWith('000')) seen.hasOddGroup = true
    return
  }
  seen.others++
  if (signs === '') return
  const last = signs.at(-1) as DecimalSign
  const isMixed = signs !== last.repeat(signs.length)
  if (signs.length === 1 || isMixed) {
    seen.decimals.add(last)
    if (isMixed) seen.thousands.add(signs[0] as DecimalSign)
  } else seen.thousands.add(last)
}

/** Returns the digits with a decimal point and no other separator, or why the number is refused. */
function plainDigits(
  { digits }: Parts,
  args: { seen: Shown; isWhole: boolean; ofFile: DecimalSign | null; cell: string },
): Reading<string> {
  const { cell } = args
  const signs = getSigns(digits)
  const none = { reason: `${shown(cell)} is not a number such as ${args.isWhole ? '1200' : '12.50'}` }
  if (signs === '') return { value: digits }
  const last = signs.at(-1) as DecimalSign
  const at = digits.lastIndexOf(last)
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)]
  if (signs.length === 1) {
    if (!ONE_GROUP.test(digits)) return { value: `${whole || '0'}.${decimals || '0'}` }
    const meaning = getMeaning(last, args)
    if (meaning === 'thousands') return { value: `${whole}${decimals}` }
    if (meaning === 'decimals') return { value: `${whole}.${decimals}` }
    const small = args.isWhole ? Number(`${whole}.${decimals}`) : `${whole}.${decimals}`
    return {
      isAmbiguous: true,
      reason: `${shown(cell)} can mean ${small} or ${whole}${decimals}; write it without a thousands sign`,
    }
  }
  if (signs === last.repeat(signs.length))
    return GROUPED.test(digits) ? { value: digits.replaceAll(last, '') } : none
  if (whole.includes(last)) return none
  return GROUPED.test(whole) ? { value: `${whole.replaceAll(/[.,]/g, '')}.${decimals}` } : none
}

function getMeaning(
  sign: DecimalSign,
  { seen, isWhole, ofFile }: { seen: Shown; isWhole: boolean; ofFile: DecimalSign | null },
): 'thousands' | 'decimals' | 'unknown' {
  const isDecimal = seen.decimals.has(sign)
  const isOther = [...seen.decimals].some((each) => each !== sign)
  if (isDecimal !== isOther) return isDecimal ? 'decimals' : 'thousands'
  if (isDecimal) return 'unknown'
  if (seen.thousands.has(sign)) return 'thousands'
  if (isWhole) {
    // Counts with three decimals have them in every cell, and nothing but zeros.
    const haveAllGroups = seen.others === 0 && seen.groups.size <= 1
    if (!haveAllGroups || seen.hasOddGroup) return 'thousands'
  }
  return ofFile !== null && ofFile !== sign ? 'thousands' : 'unknown'
}
