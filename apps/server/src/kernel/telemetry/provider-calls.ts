import { channel } from 'node:diagnostics_channel'
import { inSpan } from './operation.ts'

export const providers = ['store', 'stripe', 'slack', 'mail', 'twilio'] as const
export type Provider = (typeof providers)[number]

/**
 * `throttled`: too many calls. `refused`: the provider does not accept this call. `failed`: a fault of the provider, or
 * no answer.
 */
export const callOutcomes = ['ok', 'throttled', 'refused', 'failed'] as const
export type CallOutcome = (typeof callOutcomes)[number]

export interface ProviderCall {
  provider: Provider
  outcome: CallOutcome
  seconds: number
}

const calls = channel('stockcast.provider-call')

/** Makes one call to a provider and reports its outcome and duration. What throws has failed. */
export async function callProvider<T>(
  provider: Provider,
  work: () => Promise<T>,
  getOutcome: (answer: T) => CallOutcome = () => 'ok',
  outcomeOfError: (error: unknown) => CallOutcome = () => 'failed',
): Promise<T> {
  return inSpan(provider, 'client', async (span) => {
    const start = performance.now()
    const report = (outcome: CallOutcome) => {
      span?.set({ 'stockcast.outcome': outcome })
      if (outcome === 'failed') span?.fail(undefined)
      const call: ProviderCall = { provider, outcome, seconds: (performance.now() - start) / 1000 }
      calls.publish(call)
    }
    try {
      const answer = await work()
      report(getOutcome(answer))
      return answer
    } catch (error) {
      report(outcomeOfError(error))
      throw error
    }
  })
}

/** Calls `listener` for each call to a provider in this process. Returns what ends that. */
export function onProviderCall(listener: (call: ProviderCall) => void): () => void {
  const subscriber = (call: unknown) => listener(call as ProviderCall)
  calls.subscribe(subscriber)
  return () => void calls.unsubscribe(subscriber)
}

/** Returns what the status of an answer over HTTP means. */
export function outcomeOfStatus(status: number): CallOutcome {
  if (status === 429) return 'throttled'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'ok'
}
