import { html } from 'hono/html'
import { frame } from './frame.ts'

/** The question of the card's bank (3-D Secure). What the form held is sent again with the answer. */
export function confirmPage(form: Readonly<Record<string, unknown>>, what: string) {
  const kept = Object.entries(form).filter(
    ([name, value]) => name !== 'confirmation' && typeof value === 'string',
  )
  return frame({
    title: 'Confirm with your bank',
    body: html`<h1>Confirm with your bank</h1>
      <p>The bank of this test card asks whether it is you who wants to ${what}.</p>
      <form method="post" class="actions">
        ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value as string}">`)}
        <button class="primary" name="confirmation" value="confirmed">Yes, confirm</button>
        <button name="confirmation" value="denied">No, refuse</button>
      </form>`,
    back: null,
  })
}
