import { notifications } from '@mantine/notifications'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aBilling, aPaidPlan } from '../../testing/billing-fixtures.ts'
import { failure } from '../../testing/fake-server.ts'
import { renderApp, signInForTest, visitApp } from '../../testing/render-app.tsx'
import { anAccount } from '../../testing/settings-fixtures.ts'
import { reloadPage } from '../../ui/browser/reload-page.ts'

const extend = 'POST /api/billing/extend-trial'
const cancel = 'POST /api/billing/cancel'
const extended = aBilling({
  canExtendTrial: false,
  daysRemaining: 14,
  trialEndsAt: '2026-12-04T15:32:00.000Z',
})
const cancelled = aBilling({
  status: 'cancelled',
  daysRemaining: null,
  cancelAtPeriodEnd: true,
  canExtendTrial: false,
})

beforeEach(signInForTest)
afterEach(() => vi.useRealTimers())

async function openDialog(billing: unknown, replies: Record<string, unknown> = {}, tab = 'billing') {
  const { server, user } = visitApp(`/settings?tab=${tab}`, {
    'GET /api/account': anAccount(),
    'GET /api/billing': billing,
    ...replies,
  })
  await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
  return { server, user, dialog: within(await screen.findByRole('dialog')) }
}

type Opened = Awaited<ReturnType<typeof openDialog>>

async function decline({ user, dialog }: Opened, feedback = '') {
  await user.click(dialog.getByRole('button', { name: /Cancel (Anyway|My Subscription)$/ }))
  if (feedback !== '') await user.type(await dialog.findByLabelText('What was missing?'), feedback)
  await user.click(await dialog.findByRole('button', { name: 'Cancel Subscription' }))
}

describe('The offer:', () => {
  it('C-01 the dialog offers 14 more days free while the extension is unused', async () => {
    const { dialog } = await openDialog(aBilling())
    expect(dialog.getByText("We'd Love You to Stay!")).toBeDefined()
    expect(dialog.getByText('Dec 04, 2026')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Accept 14 Days Free' })).toBeDefined()
    expect(dialog.getByRole('button', { name: 'No Thanks, Cancel Anyway' })).toBeDefined()
  })

  it('C-01 an offer that adds nothing yet says so, and can still be accepted', async () => {
    const adds = /adds nothing today/
    const { dialog } = await openDialog(
      aBilling({ trialEndsAt: '2026-12-04T15:00:00.000Z', daysRemaining: 14 }),
    )
    expect(dialog.getByText(adds)).toBeDefined()
    expect(dialog.getByText('Dec 04, 2026')).toBeDefined()
    const accept = dialog.getByRole('button', { name: 'Accept 14 Days Free' })
    expect(accept.getAttribute('data-variant')).toBe('default')
  })

  it('C-01 an offer that moves the end does not say that it adds nothing', async () => {
    const { dialog } = await openDialog(
      aBilling({ trialEndsAt: '2026-12-03T15:00:00.000Z', daysRemaining: 13 }),
    )
    expect(dialog.queryByText(/adds nothing/)).toBeNull()
  })

  it.each([
    ['after it was used', extended],
    ['of a paid plan', aPaidPlan()],
  ])('C-01 the dialog asks for confirmation %s', async (_, billing) => {
    const { dialog } = await openDialog(billing)
    expect(dialog.getByText('Cancel Subscription?')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Cancel My Subscription' })).toBeDefined()
    expect(dialog.queryByText(/Days Free/)).toBeNull()
  })

  it('G-07 the dialog also opens from Account', async () => {
    const { dialog } = await openDialog(aBilling(), {}, 'account')
    expect(dialog.getByText("We'd Love You to Stay!")).toBeDefined()
  })

  it('C-02 accepting closes the dialog and reloads the page, which then says so once', async () => {
    let billing = aBilling()
    const opened = await openDialog(() => billing, {
      [extend]: () => {
        billing = extended
        return extended
      },
    })
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Accept 14 Days Free' }))
    await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('Trial Extended!')).toBeNull()

    cleanup()
    renderApp('/settings?tab=billing')
    expect(await screen.findByText('Trial Extended!')).toBeDefined()
    expect(screen.getByText('Your trial ends on Dec 04, 2026.')).toBeDefined()
    expect(await screen.findByText('Dec 04, 2026')).toBeDefined()

    cleanup()
    notifications.clean()
    renderApp('/settings?tab=billing')
    await screen.findByText('Dec 04, 2026')
    expect(screen.queryByText('Trial Extended!')).toBeNull()
  })

  it('C-02 a browser that stores nothing says so before the page is reloaded', async () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    const { user, dialog } = await openDialog(aBilling(), { [extend]: extended })
    await user.click(dialog.getByRole('button', { name: 'Accept 14 Days Free' }))
    expect(await screen.findByText('Trial Extended!')).toBeDefined()
    expect(reloadPage).toHaveBeenCalledTimes(1)
    refuse.mockRestore()
  })

  it('C-02 a second extension is refused as already used, and the question remains', async () => {
    let billing = aBilling()
    const { user, dialog } = await openDialog(() => billing, {
      [extend]: () => {
        billing = extended
        return failure(409, 'conflict', "You've already used your free trial extension.")
      },
    })
    await user.click(dialog.getByRole('button', { name: 'Accept 14 Days Free' }))
    expect(await screen.findByText('Already Extended')).toBeDefined()
    expect(screen.getByText("You've already used your free trial extension.")).toBeDefined()
    expect(await dialog.findByText('Cancel Subscription?')).toBeDefined()
  })

  it('C-02 a failure is shown, and the offer stays', async () => {
    const refusal = failure(502, 'upstream_failed', 'Stripe did not answer.')
    const { user, dialog } = await openDialog(aBilling(), { [extend]: refusal })
    await user.click(dialog.getByRole('button', { name: 'Accept 14 Days Free' }))
    expect(await screen.findByText('Failed to extend trial. Please try again.')).toBeDefined()
    expect(dialog.getByText("We'd Love You to Stay!")).toBeDefined()
  })
})

describe('Feedback and completion:', () => {
  it('C-03 the dialog sends the feedback, says until when access lasts, closes after 3 s and forgets the text', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let billing = aBilling()
    const opened = await openDialog(() => billing, {
      [cancel]: () => {
        billing = cancelled
        return cancelled
      },
    })
    await decline(opened, 'Too few words')
    expect(await opened.dialog.findByText('Subscription Cancelled')).toBeDefined()
    expect(opened.dialog.getByText('Nov 29, 2026')).toBeDefined()
    expect(opened.server.of(cancel)[0]?.body).toEqual({ feedback: 'Too few words' })
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(screen.queryByRole('dialog')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    billing = aBilling()
    opened.server.received.length = 0
    await opened.user.click(screen.getByRole('tab', { name: 'Account' }))
    await opened.user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }))
    const again = within(await screen.findByRole('dialog'))
    await opened.user.click(again.getByRole('button', { name: 'No Thanks, Cancel Anyway' }))
    expect(((await again.findByLabelText('What was missing?')) as HTMLTextAreaElement).value).toBe('')
  })

  it('C-03 what is written never reaches the console of the browser', async () => {
    const written = (['log', 'info', 'warn', 'debug'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    )
    const opened = await openDialog(aBilling(), { [cancel]: cancelled })
    await decline(opened, 'Too few words')
    expect(await opened.dialog.findByText('Subscription Cancelled')).toBeDefined()
    for (const each of written) expect(each).not.toHaveBeenCalled()
    for (const each of written) each.mockRestore()
  })

  it('P-01 cancelling takes three clicks, as the pages before the trial promise', async () => {
    const { dialog, user, server } = await openDialog(aBilling(), { [cancel]: cancelled })
    await user.click(dialog.getByRole('button', { name: 'No Thanks, Cancel Anyway' }))
    await user.click(await dialog.findByRole('button', { name: 'Cancel Subscription' }))
    await waitFor(() => expect(server.of(cancel)).toHaveLength(1))
  })

  it('C-03 feedback is optional', async () => {
    const opened = await openDialog(extended, { [cancel]: cancelled })
    await decline(opened)
    expect(await opened.dialog.findByText('Subscription Cancelled')).toBeDefined()
    expect(opened.server.of(cancel)[0]?.body).toEqual({ feedback: '' })
  })

  it('C-03 a failure is shown, and the feedback stays', async () => {
    const refusal = failure(502, 'upstream_failed', 'Stripe did not answer.')
    const opened = await openDialog(aBilling(), { [cancel]: refusal })
    await decline(opened, 'Words')
    expect(await screen.findByText('Failed to cancel subscription. Please try again.')).toBeDefined()
    const field = opened.dialog.getByLabelText('What was missing?') as HTMLTextAreaElement
    expect(field.value).toBe('Words')
  })

  it('C-03 a dialog that was closed half-way begins with the offer again', async () => {
    const { user, dialog } = await openDialog(aBilling())
    await user.click(dialog.getByRole('button', { name: 'No Thanks, Cancel Anyway' }))
    await user.click(await dialog.findByRole('button', { name: 'Keep My Subscription' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Cancel Subscription' }))
    expect(await screen.findByText("We'd Love You to Stay!")).toBeDefined()
  })

  it('C-04 a subscription that ends at once says that it has ended', async () => {
    const over = aPaidPlan({ status: 'cancelled', isReadOnly: true, accessUntil: '2026-11-20T15:00:00.000Z' })
    const opened = await openDialog(aPaidPlan({ status: 'past_due' }), { [cancel]: over })
    await decline(opened)
    expect(await opened.dialog.findByText(/It has ended\. Nothing more is charged/)).toBeDefined()
  })
})
