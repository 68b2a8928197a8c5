import { dateLocale, numberLocale } from './shop-locale.ts'

const dateStyles = {
  /** `Nov 24` */
  day: { month: 'short', day: 'numeric' },
  /** `November 24` */
  dayInFull: { month: 'long', day: 'numeric' },
  /** `November 24, 2026` */
  dayWithYear: { year: 'numeric', month: 'long', day: 'numeric' },
  /** `November 2026` */
  month: { year: 'numeric', month: 'long' },
  /** `Sun, Nov 22` */
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  /** `Friday, November 20` */
  weekdayInFull: { weekday: 'long', month: 'long', day: 'numeric' },
  /** `10:32 AM` */
  time: { hour: 'numeric', minute: '2-digit' },
  /** `Friday, November 20, 2026 at 6:02 AM` */
  inFull: { dateStyle: 'full', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type DateStyle = keyof typeof dateStyles

export interface ShopFormats {
  /** Writes a whole number, unless fraction digits are given: `1,486`, `4.2`. */
  number(value: number, fractionDigits?: number): string
  /** Writes a short form for narrow places: `20K`. */
  compact(value: number): string
  /** Writes whole units of a currency, unless fraction digits are given: `$1,486`, `$11.40`. */
  money(amount: number, currency: string, fractionDigits?: number): string
  /** Writes a date or time in the given zone; by default in UTC, which suits calendar days. */
  date(at: Date | number, style: DateStyle, timeZone?: string): string
  /** The separators for number inputs. */
  separators: { group: string; decimal: string; groupStyle: 'thousand' | 'lakh' }
}

const kept = new Map<string | null, ShopFormats>()

/** Returns the formats of numbers, money and dates for a shop in this country. Words are always English. */
export function shopFormats(country: string | null): ShopFormats {
  const found = kept.get(country) ?? createFormats(country)
  kept.set(country, found)
  return found
}

function createFormats(country: string | null): ShopFormats {
  const [numbers, dates] = [numberLocale(country), dateLocale(country)]
  const separators = getSeparators(numbers)
  const toNumber = keep((fractionDigits: number) => {
    const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits }
    return new Intl.NumberFormat(numbers, digits)
  })
  const toMoney = keep((fractionDigits: number) =>
    keep((currency: string) => {
      const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits }
      return new Intl.NumberFormat(numbers, { style: 'currency', currency, ...digits })
    }),
  )
  const getZones = keep((style: DateStyle) =>
    keep((timeZone: string) => new Intl.DateTimeFormat(dates, { ...dateStyles[style], timeZone })),
  )
  return {
    number: (value, fractionDigits = 0) => withoutMarks(toNumber(fractionDigits).format(value)),
    compact: (value) =>
      compact
        .formatToParts(value)
        .map((part) => (part.type === 'decimal' ? separators.decimal : part.value))
        .join(''),
    money: (amount, currency, fractionDigits = 0) => {
      const parts = toMoney(fractionDigits)(currency).formatToParts(amount)
      const texts = parts.map(({ type, value }) => (type === 'currency' ? sign(value, currency) : value))
      return withoutMarks(texts.join(''))
    },
    date: (at, style, timeZone = 'UTC') => getZones(style)(timeZone).format(at),
    separators,
  }
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

function getSeparators(locale: string): ShopFormats['separators'] {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8)
  const toText = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  const groupStyle = toText('integer') === '12' ? 'lakh' : 'thousand'
  return { group: toText('group'), decimal: toText('decimal'), groupStyle }
}

/** Returns the country's sign of a currency, unless it contains letters of a script other than Latin. */
function sign(native: string, currency: string): string {
  if (!/[^\P{L}\p{Script=Latin}]/u.test(native)) return native.normalize('NFKC')
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** Removes direction marks, which would reorder the surrounding text. */
function withoutMarks(text: string): string {
  return text.replace(/[\u061c\u200e\u200f]/g, '')
}

/** Caches what `make` returns by key: making a format takes a hundred times as long as using it. */
function keep<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>()
  return (key) => {
    const found = made.get(key) ?? make(key)
    made.set(key, found)
    return found
  }
}
