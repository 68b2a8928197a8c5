import type { Context, MiddlewareHandler, Next } from 'hono'
import { breakInBody, hang, slowDown } from './break-answer.ts'
import type { Fault, FaultSwitches } from './fault-switches.ts'

/** Applies faults to requests to a provider. `refusal` returns the provider's form of a refusal. */
export function providerFaults(args: {
  provider: 'slack' | 'stripe' | 'twilio'
  faults: FaultSwitches
  refusal(c: Context, fault: Fault): Response | null
}): MiddlewareHandler {
  const { provider, faults, refusal } = args
  return (c, next) => answerWithFault(c, next, { fault: faults.draw(provider), refusal })
}

/** `half_body`, `slow` and `silence` process the request and affect only the answer. */
export async function answerWithFault(
  c: Context,
  next: Next,
  { fault, refusal }: { fault: Fault | null; refusal(c: Context, fault: Fault): Response | null },
): Promise<Response | undefined> {
  if (fault === 'hang') return hang(c)
  const refused = fault && refusal(c, fault)
  if (refused) return refused
  await next()
  if (fault === 'half_body') await breakInBody(c)
  if (fault === 'slow') await slowDown(c)
  if (fault === 'silence') return hang(c)
  return
}
