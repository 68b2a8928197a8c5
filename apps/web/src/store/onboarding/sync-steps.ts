import { type SyncRun, syncPhases } from '@stockcast/contract'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'

export interface SyncStep {
  name: string
  detail: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** 0 to 1, where the size of the work is known. */
  share: number | null
}

const steps = [
  { name: 'Store', phase: 'shop' },
  { name: 'Products and stock', phase: 'products' },
  { name: 'Orders', phase: 'orders' },
  { name: 'Sales history', phase: 'history' },
  { name: 'Forecasts', phase: 'forecast' },
] as const

type StepPhase = (typeof steps)[number]['phase']

/** Returns the phases of a run as a list for the merchant, each with what was counted so far. */
export function syncSteps(run: SyncRun): SyncStep[] {
  const reached = syncPhases.indexOf(run.phase)
  return steps.map(({ name, phase }) => {
    const at = syncPhases.indexOf(phase)
    const state = getState({ at, reached, run })
    return {
      name,
      state,
      detail: getDetail(phase, run, state),
      share: state === 'running' ? getShare(phase, run) : null,
    }
  })
}

function getState({ at, reached, run }: { at: number; reached: number; run: SyncRun }): SyncStep['state'] {
  if (run.status === 'succeeded' || at < reached) return 'done'
  if (at > reached) return 'waiting'
  return run.status === 'failed' ? 'failed' : 'running'
}

function getDetail(phase: StepPhase, run: SyncRun, state: SyncStep['state']): string {
  if (state === 'waiting') return 'Not started'
  switch (phase) {
    case 'shop':
      return state === 'done' ? 'Name, time zone and locations' : 'Asking Shopify'
    case 'products':
      return counted({ done: run.variants, of: run.expected.variants, noun: 'variant' })
    case 'orders':
      return counted({ done: run.orders, of: run.expected.orders, noun: 'order' })
    case 'history':
      return formatCount(run.orderLines, 'order line', 'order lines')
    case 'forecast':
      return `${formatUnits(run.forecast.done)} of ${formatCount(run.forecast.total, 'product')}`
  }
}

function counted({ done, of, noun }: { done: number; of: number | null; noun: string }): string {
  if (of === null || of <= done) return formatCount(done, noun)
  return `${formatUnits(done)} of about ${formatCount(of, noun)}`
}

function getShare(phase: StepPhase, run: SyncRun): number | null {
  if (phase === 'products') return ratio(run.variants, run.expected.variants)
  if (phase === 'orders') return ratio(run.orders, run.expected.orders)
  if (phase === 'forecast') return ratio(run.forecast.done, run.forecast.total)
  return null
}

function ratio(done: number, of: number | null): number | null {
  return of === null || of <= 0 ? null : Math.min(1, done / of)
}
