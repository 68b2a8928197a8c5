import type { Context, MiddlewareHandler } from 'hono'
import { breakInBody, hang, slowDown } from './break-answer.ts'
import type { FaultSwitches, SlackFault, StripeFault, TwilioFault } from './fault-switches.ts'

/**
 * Applies faults to requests to a provider. `refusal` returns the provider's form of a refusal. `half_body`,
 * `slow` and `silence` process the request and affect only the answer.
 */
export function providerFaults<Provider extends 'slack' | 'stripe' | 'twilio'>(args: {
  provider: Provider
  faults: FaultSwitches
  refusal(c: Context, fault: SlackFault | StripeFault | TwilioFault): Response | null
}): MiddlewareHandler {
  const { provider, faults, refusal } = args
  return async (c, next) => {
    const fault = faults.draw(provider)
    if (fault === 'hang') return hang(c)
    const refused = fault && refusal(c, fault)
    if (refused) return refused
    await next()
    if (fault === 'half_body') await breakInBody(c)
    if (fault === 'slow') await slowDown(c)
    if (fault === 'silence') return hang(c)
    return
  }
}
