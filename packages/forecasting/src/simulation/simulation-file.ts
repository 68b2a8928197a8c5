import type { PastOrder, SimulationInput, SimulationVariant } from './simulation-input.ts'

/** The complete input of a historical simulation as JSON. The same file always gives the same figures. */
export interface SimulationFile {
  format: typeof FORMAT
  version: typeof VERSION
  /** Last day of data, days since 1970-01-01. */
  origin: number
  /** Number of simulated days; the last one is the origin. */
  days: number
  variants: readonly SimulationFileVariant[]
  /** Alerts that were actually raised. */
  alerts: readonly LiveAlert[]
}

export interface SimulationFileVariant {
  id: string
  title: string
  sku: string | null
  /** Days since 1970-01-01. */
  firstDay: number
  leadTimeDays: number
  /** Equally likely lead times in ascending order, where the spread is known. */
  leadTimes?: readonly number[]
  /** Days with sales, counted from `firstDay`, and the units of each. */
  saleDays: readonly number[]
  units: readonly number[]
  /** Days with known closing stock, counted from `firstDay`, and the stock of each. */
  stockDays: readonly number[]
  stock: readonly number[]
  /** Days with known incoming units, counted from `firstDay`, and the units of each. */
  incomingDays?: readonly number[]
  incoming?: readonly number[]
  /** Open orders that the merchant recorded. */
  orders?: readonly PastOrder[]
  /** Days out of stock, counted from `firstDay`, whose sales do not measure demand. */
  emptyDays: readonly number[]
}

/** An alert; days since 1970-01-01, `closedOn` null while open. */
export interface LiveAlert {
  variantId: string
  openedOn: number
  closedOn: number | null
}

const FORMAT = 'stockcast-scorecard'
const VERSION = 1

export function simulationFile(
  parts: Pick<SimulationFile, 'origin' | 'days' | 'variants' | 'alerts'>,
): SimulationFile {
  return { format: FORMAT, version: VERSION, ...parts }
}

/** Returns the input of `simulateShop`. Throws a RangeError that names what is wrong with the file. */
export function simulationInput(file: SimulationFile): SimulationInput {
  if (file?.format !== FORMAT || file.version !== VERSION) {
    throw new RangeError(
      `format must be ${FORMAT} of version ${VERSION}, got ${file?.format} ${file?.version}`,
    )
  }
  requireWhole('origin', file.origin)
  requireWhole('days', file.days)
  if (!Array.isArray(file.variants)) throw new RangeError('variants must be a list')
  const series = file.variants.map((variant) => getSeries(variant, file.origin))
  return { origin: file.origin, days: file.days, series }
}

function getSeries(variant: SimulationFileVariant, origin: number): SimulationVariant {
  const { id, firstDay, leadTimeDays, leadTimes } = variant
  requireWhole(`firstDay of ${id}`, firstDay)
  const days = Math.max(0, origin - firstDay + 1)
  const unitsSold = new Float64Array(days)
  const closingStock = new Float64Array(days).fill(Number.NaN)
  const incoming = new Float64Array(days).fill(Number.NaN)
  const outOfStock = new Uint8Array(days)
  const fill = (name: string, at: readonly number[], write: (day: number, i: number) => void) => {
    if (!Array.isArray(at)) throw new RangeError(`${name} of ${id} must be a list`)
    at.forEach((day, i) => {
      if (!(day >= 0 && day < days))
        throw new RangeError(`${name} of ${id} must lie within its days, got ${day}`)
      write(day, i)
    })
  }
  fill('saleDays', variant.saleDays, (day, i) => {
    unitsSold[day] = variant.units[i] as number
  })
  fill('stockDays', variant.stockDays, (day, i) => {
    closingStock[day] = variant.stock[i] as number
  })
  fill('incomingDays', variant.incomingDays ?? [], (day, i) => {
    incoming[day] = variant.incoming?.[i] as number
  })
  fill('emptyDays', variant.emptyDays, (day) => {
    outOfStock[day] = 1
  })
  const orders = variant.orders ?? []
  return {
    id,
    firstDay,
    unitsSold,
    closingStock,
    outOfStock,
    incoming,
    orders,
    leadTimeDays,
    ...(leadTimes && { leadTimes }),
  }
}

function requireWhole(name: string, value: number): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} must be a whole number, got ${value}`)
}
