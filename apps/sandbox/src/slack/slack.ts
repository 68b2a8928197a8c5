import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { providerFaults } from '../faults/provider-faults.ts'
import type { Shared } from '../shared.ts'
import { KeptEntries } from '../storage/kept-entries.ts'
import { checkPayload, type SlackContent } from './check-payload.ts'

export interface SlackMessage extends SlackContent {
  id: number
  /** ISO 8601, by the sandbox's clock. */
  at: string
  /** The path below /services/. */
  webhook: string
}

/** Slack's error codes for disabled webhooks. A webhook whose last segment is a code answers with it. */
const DEAD: Readonly<Record<string, 403 | 404 | 410>> = {
  no_service: 404,
  no_service_id: 404,
  no_active_hooks: 404,
  no_team: 404,
  team_disabled: 403,
  invalid_token: 403,
  channel_not_found: 404,
  channel_is_archived: 410,
  action_prohibited: 403,
  posting_to_general_channel_denied: 403,
}

const WEBHOOK = /^T\w+\/B\w+\/\w+$/
const BURST = 3
const SECOND_MS = 1000

/** The fake of Slack's incoming webhooks, mounted at /slack. */
export class SlackSandbox {
  readonly routes = new Hono()
  private readonly messages: KeptEntries<SlackMessage>
  /** When each webhook has capacity again. */
  private readonly busyUntil = new Map<string, number>()
  private readonly machineNow: () => number

  constructor({ config, now, machineNow, faults }: Shared & { machineNow: () => number }) {
    this.messages = new KeptEntries(join(config.dataDir, 'slack.jsonl'))
    this.machineNow = machineNow
    this.routes.use('/services/*', providerFaults({ provider: 'slack', faults, refusal }))
    this.routes.post('/services/:path{.+}', async (c) => {
      const webhook = c.req.param('path')
      const dead = DEAD[webhook.split('/').at(-1) ?? '']
      if (dead) return c.text(webhook.split('/').at(-1)!, dead)
      if (!WEBHOOK.test(webhook)) return c.text('no_service', 404)
      const content = checkPayload(await c.req.text())
      if (typeof content === 'string') return c.text(content, 400)
      if (!this.isInRate(webhook)) return rateLimited(c)
      this.messages.add({ at: new Date(now()).toISOString(), webhook, ...content })
      return c.text('ok', 200, { 'content-type': 'text/html' })
    })
  }

  /** Newest first; those of one webhook when it is named. */
  list(webhook?: string): SlackMessage[] {
    const messages = this.messages.list()
    return webhook ? messages.filter((message) => message.webhook === webhook) : messages
  }

  /** Allows one message a second, and three at once: https://docs.slack.dev/apis/web-api/rate-limits. */
  private isInRate(webhook: string): boolean {
    const now = this.machineNow()
    const busyUntil = Math.max(this.busyUntil.get(webhook) ?? 0, now)
    if (busyUntil - now > (BURST - 1) * SECOND_MS) return false
    this.busyUntil.set(webhook, busyUntil + SECOND_MS)
    return true
  }
}

function refusal(c: Context, fault: string): Response | null {
  switch (fault) {
    case '429':
      return rateLimited(c)
    case '5xx':
      return c.text('rollup_error', 500)
    case 'forbidden':
      return c.text('action_prohibited', 403)
    case 'gone':
      return c.text('channel_is_archived', 410)
    default:
      return null
  }
}

function rateLimited(c: Context): Response {
  return c.text('rate_limited', 429, { 'retry-after': '1' })
}
