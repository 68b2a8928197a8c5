import { z } from 'zod'
import { isOwnMachine } from '../../pages/own-machine.ts'
import { find, findCustomer } from '../billing/records.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newPortalSession, portalConfiguration } from '../objects/portal.ts'
import { idOf } from '../objects/wire.ts'
import { invalid, noSuch } from '../refusal.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { expand, flag, limits, text } from './fields.ts'
import { pageOf } from './page-of.ts'

const address = text.refine(isOwnMachine, { error: 'Must be an address of this machine.' })

const create = z.strictObject({
  configuration: z.literal(portalConfiguration.id).optional(),
  customer: text,
  expand,
  flow_data: z
    .strictObject({
      after_completion: z
        .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: address }) })
        .optional(),
      subscription_cancel: z.strictObject({ subscription: text }).optional(),
      type: z.enum(['payment_method_update', 'subscription_cancel']),
    })
    .optional(),
  locale: text.optional(),
  return_url: address.optional(),
})

type Create = z.infer<typeof create>

const list = z.strictObject({ ...limits, active: flag.default(true), is_default: flag.default(true) })

export const portalEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/billing_portal/sessions', create, createSession),
  endpoint('GET', '/billing_portal/configurations', list, (_context, params) => {
    const isAsked = params.active && params.is_default
    return pageOf(isAsked ? [portalConfiguration] : [], params, '/v1/billing_portal/configurations')
  }),
  endpoint(
    'GET',
    '/billing_portal/configurations/:id',
    z.strictObject({ expand }),
    (_context, _params, id) => {
      if (id !== portalConfiguration.id) throw noSuch('configuration', id, 'id')
      return portalConfiguration
    },
  ),
]

function createSession(context: Context, params: Create): object {
  const customer = findCustomer(context, params.customer, 'customer').id
  const flow = params.flow_data ?? null
  const subscription = flow?.subscription_cancel?.subscription ?? null
  if (flow?.type === 'subscription_cancel') checkSubscription(context, subscription, customer)
  const id = newId('bps')
  const session = newPortalSession({
    id,
    created: context.now(),
    customer,
    url: `${context.address()}/stripe/portal/${id}`,
    returnUrl: params.return_url ?? null,
    locale: params.locale ?? null,
    flow: flow && {
      type: flow.type,
      subscription,
      returnUrl: flow.after_completion?.redirect.return_url ?? null,
    },
  })
  return context.ledger.put('portal_session', id, session)
}

function checkSubscription(context: Context, id: string | null, customer: string): void {
  const param = 'flow_data[subscription_cancel][subscription]'
  if (id === null) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (idOf(find(context, 'subscription', id, param).customer) !== customer)
    throw invalid(`No such subscription: '${id}'`, param, 'resource_missing')
}
