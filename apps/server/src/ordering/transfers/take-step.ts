import type { Transfer, transferStepSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { today as todayOf } from '../../kernel/calendar.ts'
import { AppError } from '../../kernel/errors.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { type StoredStep, saveSteps, type TransferRow } from './queries.ts'
import { announce, mayBeCreated, onWire, requireTransfer, toNumber } from './transfers.ts'

type Wanted = z.output<typeof transferStepSchema> & { id: number }
type State = Pick<TransferRow, 'status' | 'sentOn' | 'receivedOn' | 'lines'>

/** In which states a transfer can be shipped, received or cancelled. */
const FROM: Readonly<Record<StoredStep['step'], readonly TransferRow['status'][]>> = {
  ship: ['draft'],
  receive: ['sent', 'partly_received'],
  cancel: ['draft', 'sent'],
}

/** Records that a transfer was shipped, received in part or as a whole, or cancelled, or undoes the last of these steps. */
export async function takeStep(
  context: Context<'clock' | 'jobs' | 'live'>,
  wanted: Wanted,
): Promise<Transfer> {
  const { clock, merchantId, tx } = context
  const row = await requireTransfer(context, wanted.id)
  if (wanted.stepsTaken !== undefined && wanted.stepsTaken !== row.steps.length)
    throw new AppError('conflict', `${toNumber(row)} was changed meanwhile. Reload the page.`)
  if (row.attempt && mayBeCreated(row.attempt, clock.now()))
    throw new AppError(
      'conflict',
      `Whether the store has ${toNumber(row)} is not known. Create it there again first.`,
    )
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const steps =
    wanted.step === 'undo'
      ? undone(row)
      : [...row.steps, newStep(row, { ...wanted, step: wanted.step, on: todayOf(clock, timeZone) })]
  const changed = { ...row, ...afterSteps(row, steps), steps }
  await saveSteps(tx, { ...changed, merchantId, at: clock.now() })
  const variantIds = row.lines.map(({ variantId }) => variantId)
  await announce(context, variantIds)
  return onWire(await requireTransfer(context, wanted.id))
}

function undone(row: TransferRow): StoredStep[] {
  if (row.steps.length === 0) throw new AppError('conflict', `Nothing of ${toNumber(row)} can be undone.`)
  return row.steps.slice(0, -1)
}

/** Returns the step. Throws if the transfer is not in the state for it, lacks one of the products, or has fewer units. */
function newStep(
  row: TransferRow,
  { step, lines, isLast, on }: Wanted & { step: StoredStep['step']; on: string },
): StoredStep {
  if (!FROM[step].includes(row.status))
    throw new AppError(
      'conflict',
      `${toNumber(row)} is ${row.status.replace('_', ' ')}, so it cannot be ${PAST[step]}.`,
    )
  if (step === 'cancel') return { step, on, lines: [], isLast: true }
  const most = new Map(row.lines.map((line) => [line.variantId, unitsLeft(line, step)]))
  const given = lines ?? [...most].map(([variantId, units]) => ({ variantId, units }))
  const units = new Map<number, number>()
  for (const line of given) units.set(line.variantId, (units.get(line.variantId) ?? 0) + line.units)
  for (const [variantId, count] of units) {
    const left = most.get(variantId)
    if (left === undefined)
      throw new AppError('not_found', `A product is not in ${toNumber(row)}. Reload the page.`)
    if (count > left)
      throw new AppError(
        'invalid_input',
        `Only ${left} of ${row.lines.find((line) => line.variantId === variantId)?.title} can be ${PAST[step]}.`,
        { field: 'lines' },
      )
  }
  const counted = [...units]
    .filter(([, count]) => count > 0)
    .map(([variantId, count]) => ({ variantId, units: count }))
  if (counted.length === 0 && !(step === 'receive' && isLast))
    throw new AppError('invalid_input', 'Enter at least 1 unit.', { field: 'lines' })
  return { step, on, lines: counted, isLast }
}

const PAST = { ship: 'shipped', receive: 'received', cancel: 'cancelled' } as const

function unitsLeft(
  { refusedBecause, units, shippedUnits, receivedUnits }: TransferRow['lines'][number],
  step: 'ship' | 'receive',
): number {
  if (refusedBecause !== null) return 0
  return step === 'ship' ? units : shippedUnits - receivedUnits
}

/** Returns the state after these steps. What the store created counts as shipped there, with every line that the store took. */
function afterSteps(row: TransferRow, steps: readonly StoredStep[]): State {
  const isInStore = row.storeName !== null
  const lines = row.lines.map((line) => ({
    ...line,
    shippedUnits: isInStore && line.refusedBecause === null ? line.units : 0,
    receivedUnits: 0,
  }))
  const state: State = { status: isInStore ? 'sent' : 'draft', sentOn: null, receivedOn: null, lines }
  for (const { step, on, lines: given, isLast } of steps) {
    if (step === 'cancel') state.status = 'cancelled'
    for (const { variantId, units } of given) {
      const line = lines.find((one) => one.variantId === variantId)
      if (line) line[step === 'ship' ? 'shippedUnits' : 'receivedUnits'] += units
    }
    if (step === 'ship') Object.assign(state, { status: 'sent', sentOn: on })
    if (step !== 'receive') continue
    const isWhole = isLast || lines.every((line) => line.receivedUnits === line.shippedUnits)
    Object.assign(state, { status: isWhole ? 'received' : 'partly_received', receivedOn: on })
  }
  return state
}
