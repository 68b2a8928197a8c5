import { uninstallSchema, webhookCreateSchema, webhookDeleteSchema, webhookPageSchema } from './answers.ts'
import { type GraphqlOptions, runQuery } from './graphql.ts'
import { APP_UNINSTALL, WEBHOOK_CREATE, WEBHOOK_DELETE, WEBHOOK_LIST } from './operations.ts'
import { getPage, type PageStart } from './pages.ts'
import { ShopifyError } from './shopify-error.ts'

/** `topic` as the schema spells it, such as `ORDERS_CREATE`. */
export interface WebhookSubscription {
  id: string
  topic: string
  uri: string
}

export async function subscriptionsPage(options: GraphqlOptions, start: Pick<PageStart, 'after'>) {
  const answer = await runQuery(options, WEBHOOK_LIST, { ...start, first: 100 }, webhookPageSchema)
  return getPage(answer.webhookSubscriptions)
}

export async function subscribe(options: GraphqlOptions, topic: string, uri: string): Promise<void> {
  const variables = { topic, webhookSubscription: { uri } }
  const answer = await runQuery(options, WEBHOOK_CREATE, variables, webhookCreateSchema)
  assertDone(answer.webhookSubscriptionCreate.userErrors, `subscribe ${topic}`)
}

export async function unsubscribe(options: GraphqlOptions, id: string): Promise<void> {
  const answer = await runQuery(options, WEBHOOK_DELETE, { id }, webhookDeleteSchema)
  assertDone(answer.webhookSubscriptionDelete.userErrors, `unsubscribe ${id}`)
}

/** Removes the app from the shop, which ends its tokens and all its subscriptions. */
export async function uninstall(options: GraphqlOptions): Promise<void> {
  const answer = await runQuery(options, APP_UNINSTALL, {}, uninstallSchema)
  assertDone(answer.appUninstall?.userErrors ?? [], 'uninstall')
}

function assertDone(userErrors: readonly { message: string }[], what: string): void {
  if (userErrors.length === 0) return
  const reasons = userErrors.map((error) => error.message).join('; ')
  throw new ShopifyError('unexpected_answer', `${what}: ${reasons}`)
}
