import { html } from 'hono/html'
import type { SlackMessage } from '../slack/slack.ts'
import type { TwilioSandbox } from '../twilio/twilio.ts'

const SHOWN = 30

/** Returns the messages that the app posted to Slack. */
export function slackSection(messages: readonly SlackMessage[]) {
  return html`<section aria-labelledby="slack">
    <h2 id="slack">Slack</h2>
    <p class="muted">Any address of the form https://hooks.slack.com/services/T…/B…/… works. One whose last part is an
      error of Slack's, such as no_service or channel_is_archived, answers with it.</p>
    ${messages.length === 0 ? html`<p class="muted">Nothing has been posted yet.</p>` : messages.slice(0, SHOWN).map(slackEntry)}
  </section>`
}

function slackEntry({ text, blocks, webhook, at }: SlackMessage) {
  const paragraphs = blocks.flatMap((block) => {
    if (block.type === 'section')
      return [block.text?.text ?? '', ...(block.fields ?? []).map((each) => each.text)]
    if (block.type === 'header') return [block.text.text]
    if (block.type === 'context') return block.elements.map((each) => each.text)
    return block.type === 'actions'
      ? block.elements.map(({ text: label, url }) => `${label.text}: ${url ?? ''}`)
      : []
  })
  return html`<details>
    <summary><span class="name">${text}</span> <span class="muted small">to ${webhook}, ${minuteOf(at)} UTC</span></summary>
    ${paragraphs.map((paragraph) => html`<p class="mail">${paragraph}</p>`)}
  </details>`
}

/** Returns the messages to phones, with a form for replies. */
export function smsSection(messages: ReturnType<TwilioSandbox['list']>) {
  return html`<section aria-labelledby="sms">
    <h2 id="sms">SMS</h2>
    <form class="fields" data-post="/api/sms/reply" data-into="sms" data-done="Replied.">
      <label>Phone <input name="from" placeholder="+14155550123" autocomplete="off" required></label>
      <label>Writes back <input name="body" value="STOP" required></label>
      <button>Reply</button>
    </form>
    <p class="note" role="status" data-note="sms"></p>
    ${messages.length === 0 ? html`<p class="muted">No message has been sent yet.</p>` : messages.slice(0, SHOWN).map(smsEntry)}
  </section>`
}

function smsEntry({
  body,
  from,
  to,
  at,
  status,
  segments,
  direction,
}: ReturnType<TwilioSandbox['list']>[number]) {
  const way = direction === 'inbound' ? `from ${from}` : `to ${to}, ${status}, ${segments} segments`
  return html`<details>
    <summary><span class="name">${body.split('\n')[0]}</span> <span class="muted small">${way}, ${minuteOf(at)} UTC</span></summary>
    <p class="mail">${body}</p>
  </details>`
}

function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}
