import { SLACK_WEBHOOK_PREFIX } from '@stockcast/contract'
import type { Config } from '../../kernel/config/config.ts'
import { AppError } from '../../kernel/errors.ts'
import { callProvider } from '../../kernel/telemetry/provider-calls.ts'
import { accepted } from '../../kernel/texts/delivery-texts.ts'
import { exchange, getReason, outcomeOfExchange, type SendOutcome } from '../send-outcome.ts'

const DEADLINE_MS = 5000

/**
 * Slack's error codes after which a webhook accepts nothing any more:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks.
 */
const DEAD: Readonly<Record<string, string>> = {
  no_service: 'the webhook no longer exists',
  no_service_id: 'the webhook does not exist',
  no_active_hooks: 'the webhook was switched off',
  no_team: 'the workspace does not exist',
  team_disabled: 'the workspace was switched off',
  invalid_token: 'the webhook is not valid',
  channel_not_found: 'the channel no longer exists',
  channel_is_archived: 'the channel is archived',
  action_prohibited: 'an administrator does not allow it',
  posting_to_general_channel_denied: 'posting to this channel is not allowed',
}
const FAULTY_MESSAGE = ['invalid_payload', 'no_text', 'invalid_blocks', 'too_many_attachments']

export interface SlackMessage {
  /** The text for notifications and screen readers. */
  text: string
  blocks: readonly object[]
}

/** Makes one try. `webhookUrl` is a secret: no error and no log contains it. */
export async function postSlackMessage(
  config: Config['slack'],
  webhookUrl: string,
  message: SlackMessage,
  deadlineMs = DEADLINE_MS,
): Promise<SendOutcome> {
  const url = getAddress(config, webhookUrl)
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    deadlineMs,
  }
  const answer = await callProvider('slack', () => exchange(url, request), outcomeOfExchange)
  if ('kind' in answer) return answer
  const { status, retryAfterMs } = answer
  if (status >= 200 && status < 300) return { kind: 'sent', providerId: null, ...accepted.slack }
  const word = /^\w{1,60}$/.exec((await answer.body)?.trim() ?? '')?.[0] ?? ''
  const said = `Slack answered ${status}${word ? ` ${word}` : ''}`
  const reason = getReason(status)
  if (DEAD[word]) return { kind: 'refused', reason, words: `${said}: ${DEAD[word]}`, because: 'target' }
  if (FAULTY_MESSAGE.includes(word)) return { kind: 'refused', reason, words: said, because: 'message' }
  if (status === 429 || status >= 500 || word === 'rollup_error') {
    return { kind: 'retry', reason, words: said, afterMs: retryAfterMs, isUncertain: false }
  }
  const because = [403, 404, 410].includes(status) ? 'target' : 'message'
  return { kind: 'refused', reason, words: said, because }
}

function getAddress(config: Config['slack'], webhookUrl: string): URL {
  if (!webhookUrl.startsWith(SLACK_WEBHOOK_PREFIX)) {
    throw new AppError('internal', 'A stored Slack webhook does not belong to Slack.')
  }
  return new URL(`${config.origin}/services/${webhookUrl.slice(SLACK_WEBHOOK_PREFIX.length)}`)
}

/** Escapes titles, which come from the store, so that none becomes a mention or a link. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
