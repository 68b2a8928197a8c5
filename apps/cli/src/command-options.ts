import { parseArgs } from 'node:util'
import { toEpochDay } from './calendar-day.ts'
import { InputError } from './input-error.ts'

export interface CommandOptions {
  input: string
  out: string
  stock: string | null
  stockHistory: string | null
  /** File of closings, sales and other events of the shop; null for none. */
  events: string | null
  /** Epoch day. */
  origin: number
  horizonDays: number
  /** ISO code of the country whose holidays count; null for none. */
  country: string | null
  threads: number
}

export const USAGE =
  'Usage: npm run -s forecast -- --input FILE.csv[.gz] --origin YYYY-MM-DD --horizon N --out FILE.csv [--stock STOCK.csv] [--stock-history FILE.csv[.gz]] [--events EVENTS.csv] [--country CC] [--threads N]'

export function readOptions(args: string[]): CommandOptions {
  const values = parse(args)
  const origin = toEpochDay(required(values, 'origin'))
  if (origin === null) throw new InputError(`--origin is ${values.origin}; it must be a date YYYY-MM-DD.`)
  return {
    input: required(values, 'input'),
    out: required(values, 'out'),
    stock: values.stock ?? null,
    stockHistory: values['stock-history'] ?? null,
    events: values.events ?? null,
    origin,
    horizonDays: wholeNumber('horizon', required(values, 'horizon'), 365),
    country: values.country ?? null,
    threads: wholeNumber('threads', values.threads ?? '1', 256),
  }
}

const NAMES = [
  'input',
  'origin',
  'horizon',
  'out',
  'stock',
  'stock-history',
  'events',
  'country',
  'threads',
] as const
type Values = Partial<Record<(typeof NAMES)[number], string>>

function parse(args: string[]): Values {
  const options = Object.fromEntries(NAMES.map((name) => [name, { type: 'string' } as const]))
  try {
    return parseArgs({ args, options, strict: true }).values as Values
  } catch (error) {
    throw new InputError(`${(error as Error).message.split('\n')[0]}\n${USAGE}`)
  }
}

function required(values: Values, name: keyof Values): string {
  const value = values[name]
  if (!value) throw new InputError(`--${name} is missing.\n${USAGE}`)
  return value
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > most) {
    throw new InputError(`--${name} is ${text}; it must be a whole number from 1 to ${most}.`)
  }
  return value
}
