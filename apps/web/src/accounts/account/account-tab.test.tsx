import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Answer, failure } from '../../testing/fake-server.ts'
import { aSession } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { anAccount } from '../../testing/settings-fixtures.ts'

const base = {
  'GET /api/account': anAccount(),
  'GET /api/team': { people: [], invitations: [] },
  'GET /api/auth/token': { token: 'token' },
  'GET /api/account/activity': { entries: [], total: 0, page: 1, pageSize: 20 },
}
const refusal = new Answer(400, { code: 'INVALID_PASSWORD', message: 'This is not your current password.' })
const setup = {
  totpURI: 'otpauth://totp/Stockcast:owner?secret=ABCDEFGHIJKLMNOP&issuer=Stockcast',
  backupCodes: ['aaaaa-11111', 'bbbbb-22222'],
}

const open = (replies: Record<string, unknown> = {}) =>
  openApp('/settings?tab=account', { ...base, ...replies })

describe('The password', () => {
  const change = 'POST /api/auth/change-password'
  async function fill(user: ReturnType<typeof open>['user'], current: string, next: string) {
    await user.type(await screen.findByLabelText('Current password'), current)
    await user.type(screen.getByLabelText('New password'), next)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }

  it('A-10 is changed with the current one, and other devices are signed out', async () => {
    const { server, user } = open({ [change]: { user: {} } })
    await fill(user, 'secret1', 'secret2')
    expect(await screen.findByText('Password changed')).toBeDefined()
    expect(screen.getByText('Every other device was signed out.')).toBeDefined()
    expect(server.of(change)[0]?.body).toEqual({ currentPassword: 'secret1', newPassword: 'secret2' })
    expect((screen.getByLabelText('Current password') as HTMLInputElement).value).toBe('')
  })

  it('A-02 is refused when the new one is too short, before anything is sent', async () => {
    const { server, user } = open()
    await fill(user, 'secret1', '12345')
    expect(screen.getByText('Must be at least 6 characters long')).toBeDefined()
    expect(server.of(change)).toHaveLength(0)
  })

  it('A-10 stays when the current one is wrong; the form says so and keeps the typed values', async () => {
    const { user } = open({ [change]: refusal })
    await fill(user, 'wrong', 'secret2')
    expect(await screen.findByText('This is not your current password.')).toBeDefined()
    expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe('secret2')
  })
})

describe('Permissions that the merchant refused', () => {
  it('are named at the store with what is lost and how to grant them later', async () => {
    open({ 'GET /api/account': anAccount({ refusedPermissions: ['arrival_days', 'purchase_orders'] }) })
    const refused = within(await screen.findByRole('region', { name: 'Your store does not share' }))
    expect(refused.getByText('Transfers and shipments')).toBeDefined()
    expect(refused.getByText(/do not know when units on their way arrive/)).toBeDefined()
    expect(refused.getByText(/learn no lead times from them/)).toBeDefined()
    const link = screen.getByRole('link', { name: 'connect the same store again' })
    expect(link.getAttribute('href')).toBe('/connect-shopify?change=1')
  })

  it('are not mentioned if everything was granted', async () => {
    const { server } = open()
    await screen.findByText('Connected')
    await waitFor(() => expect(server.of('GET /api/account').length).toBeGreaterThan(0))
    expect(screen.queryByRole('region', { name: 'Your store does not share' })).toBeNull()
  })
})

describe('The devices', () => {
  it('A-08 are listed in plain words with this one marked, and one can be signed out', async () => {
    const { server, user } = open({ 'DELETE /api/account/devices/two': { signedOut: 1 } })
    expect((await screen.findByText('Chrome on Windows')).closest('li')?.textContent).toContain('this device')
    await user.click(screen.getByRole('button', { name: 'Sign out Safari on iOS' }))
    expect(await screen.findByText('Device signed out')).toBeDefined()
    await waitFor(() => expect(server.of('GET /api/account').length).toBeGreaterThan(1))
  })

  it('A-08 are all signed out at once, which leads home', async () => {
    const { server, user, path } = open({
      'DELETE /api/account/devices': { signedOut: 2 },
      'POST /api/auth/sign-out': { success: true },
    })
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(path()).toBe('/'))
    expect(server.of('DELETE /api/account/devices')).toHaveLength(1)
    expect(localStorage.getItem('stockcast.session')).toBeNull()
  })
})

describe('Two-step sign-in', () => {
  it('is set up with password, QR code or key, and a first code; then the backup codes are shown', async () => {
    const { server, user } = open({
      'POST /api/auth/two-factor/enable': setup,
      'POST /api/auth/two-factor/verify-totp': { user: {} },
    })
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Password'), 'secret1{Enter}')
    expect(await dialog.findByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined()
    expect(dialog.getByText('ABCD EFGH IJKL MNOP')).toBeDefined()
    await user.type(dialog.getByLabelText('Code from your app'), '123456{Enter}')
    expect(await dialog.findByText('aaaaa-11111')).toBeDefined()
    expect(screen.getByText('Two-step sign-in is on')).toBeDefined()
    expect(server.of('POST /api/auth/two-factor/verify-totp')[0]?.body).toEqual({ code: '123456' })
    await user.click(dialog.getByRole('button', { name: 'I have kept them' }))
    await waitFor(() => expect(screen.queryByText('aaaaa-11111')).toBeNull())
  })

  it('stays off after a wrong first code, which the dialog reports, and no backup codes are shown', async () => {
    const wrong = new Answer(401, { code: 'INVALID_CODE', message: 'This code is not correct.' })
    const { user } = open({
      'POST /api/auth/two-factor/enable': setup,
      'POST /api/auth/two-factor/verify-totp': wrong,
    })
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Password'), 'secret1{Enter}')
    await user.type(await dialog.findByLabelText('Code from your app'), '000000{Enter}')
    expect(await dialog.findByText('This code is not correct.')).toBeDefined()
    expect(screen.queryByText('aaaaa-11111')).toBeNull()
  })

  it('is turned off with the password', async () => {
    const { server, user } = open({
      'GET /api/account': anAccount({ hasTwoFactor: true, backupCodesLeft: 9 }),
      'POST /api/auth/two-factor/disable': { status: true },
    })
    expect(await screen.findByText('9 backup codes left.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Turn off' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Password'), 'secret1{Enter}')
    expect(await screen.findByText('Two-step sign-in is off')).toBeDefined()
    expect(server.of('POST /api/auth/two-factor/disable')[0]?.body).toEqual({ password: 'secret1' })
  })
})

describe('The account data', () => {
  it('is exported as a file', async () => {
    const made = vi.fn(() => 'blob:export')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }))
    const { server, user } = open({ 'GET /api/account/export': new Response('zip') })
    await user.click(await screen.findByRole('button', { name: 'Export my data' }))
    expect(await screen.findByText('Your data was exported')).toBeDefined()
    expect(server.of('GET /api/account/export')).toHaveLength(1)
    expect(made).toHaveBeenCalledOnce()
  })

  it('says why when it cannot be exported', async () => {
    const { user } = open({ 'GET /api/account/export': failure(500, 'internal', 'The database is away.') })
    await user.click(await screen.findByRole('button', { name: 'Export my data' }))
    expect(await screen.findByText('Export failed')).toBeDefined()
  })
})

describe('Delete my account', () => {
  const remove = 'POST /api/auth/delete-user'
  async function ask(user: ReturnType<typeof open>['user']) {
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
    return within(await screen.findByRole('dialog'))
  }

  it('asks for the password and the name of the shop or the address, then leads home', async () => {
    const { server, user, path } = open({ [remove]: { success: true } })
    const dialog = await ask(user)
    await user.type(dialog.getByLabelText(/to confirm$/), 'Northfold Coffee')
    await user.type(dialog.getByLabelText('Password'), 'secret1')
    await user.click(dialog.getByRole('button', { name: 'Delete everything' }))
    expect(await screen.findByText('Account deleted')).toBeDefined()
    await waitFor(() => expect(path()).toBe('/'))
    expect(server.of(remove)[0]?.body).toEqual({ confirmation: 'Northfold Coffee', password: 'secret1' })
    expect(localStorage.getItem('stockcast.session')).toBeNull()
  })

  it('sends nothing while another name is typed', async () => {
    const { server, user } = open()
    const dialog = await ask(user)
    await user.type(dialog.getByLabelText(/to confirm$/), 'somebody')
    await user.type(dialog.getByLabelText('Password'), 'secret1')
    await user.click(dialog.getByRole('button', { name: 'Delete everything' }))
    expect(dialog.getByText('Type owner@northfold.test to confirm.')).toBeDefined()
    expect(server.of(remove)).toHaveLength(0)
  })

  it('says why it was refused, and stays', async () => {
    const { user, path } = open({ [remove]: refusal })
    const dialog = await ask(user)
    await user.type(dialog.getByLabelText(/to confirm$/), 'OWNER@northfold.test')
    await user.type(dialog.getByLabelText('Password'), 'wrong')
    await user.click(dialog.getByRole('button', { name: 'Delete everything' }))
    expect(await dialog.findByText('This is not your current password.')).toBeDefined()
    expect(path()).toBe('/settings')
  })
})

describe('The rest of the account', () => {
  it('is shown when one part cannot be loaded, which can be tried again', async () => {
    open({ 'GET /api/account': failure(500, 'internal', 'Away.') })
    expect((await screen.findAllByText('Failed to load account')).length).toBeGreaterThan(0)
    expect(screen.getByLabelText('Current password')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Delete my account' })).toBeDefined()
  })

  it('G-07 in demo mode offers the real store, and leads to Billing for cancelling', async () => {
    open({ 'GET /api/session': aSession({ merchant: { isDemo: true, isConnected: false } }) })
    expect(await screen.findByText('You are looking at sample products.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Connect Your Real Shopify Store' })).toBeDefined()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Billing' }).getAttribute('href')).toBe('/settings?tab=billing')
  })
})

describe('The email address', () => {
  it('A-05 is changed by a link to the new address, after the password', async () => {
    const { server, user } = open({ 'POST /api/account/email': { email: 'new@northfold.test' } })
    await user.type(await screen.findByLabelText('New email'), 'new@northfold.test')
    await user.type(screen.getByLabelText('Your password'), 'secret1')
    await user.click(screen.getByRole('button', { name: 'Change email' }))
    expect(await screen.findByText('Check your new mailbox')).toBeDefined()
    expect(server.of('POST /api/account/email')[0]?.body).toEqual({
      email: 'new@northfold.test',
      password: 'secret1',
    })
  })

  it('A-05 stays when the password is wrong; the field says so and the typed values are kept', async () => {
    const refused = new Answer(400, {
      error: { code: 'invalid_input', message: 'This is not your current password.', field: 'password' },
    })
    const { user } = open({ 'POST /api/account/email': refused })
    await user.type(await screen.findByLabelText('New email'), 'new@northfold.test')
    await user.type(screen.getByLabelText('Your password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Change email' }))
    expect(await screen.findByText('Failed to change the email address')).toBeDefined()
    const form = within(screen.getByLabelText('Your password').closest('form')!)
    expect(await form.findByText('This is not your current password.')).toBeDefined()
    expect((screen.getByLabelText('New email') as HTMLInputElement).value).toBe('new@northfold.test')
  })

  it('A-05 that waits for its confirmation is shown', async () => {
    open({ 'GET /api/account': anAccount({ newEmail: 'new@northfold.test' }) })
    expect(
      await screen.findByText('Open the link that we sent to new@northfold.test to use that address.'),
    ).toBeDefined()
  })

  it('A-06 gets the link again while it is not confirmed', async () => {
    const { server, user } = open({
      'GET /api/account': anAccount({ isConfirmed: false }),
      'POST /api/account/confirmation': { sent: true },
    })
    await user.click(await screen.findByRole('button', { name: 'Send the link again' }))
    expect(await screen.findByText('Check your email')).toBeDefined()
    expect(server.of('POST /api/account/confirmation')).toHaveLength(1)
  })
})

describe('The recent activity', () => {
  it('A-05 says what was done, on which device and from where', async () => {
    const entry = {
      id: 7,
      at: '2026-11-20T15:00:00.000Z',
      event: 'sign_in_failed',
      device: 'Chrome on Windows',
      address: '192.0.2.1',
      detail: null,
      by: null,
    }
    open({ 'GET /api/account/activity': { entries: [entry], total: 1, page: 1, pageSize: 20 } })
    const list = within(await screen.findByRole('list', { name: 'Recent activity' }))
    expect(list.getByText('Sign-in failed: wrong password')).toBeDefined()
    expect(list.getByText(/Chrome on Windows · 192\.0\.2\.1/)).toBeDefined()
  })

  it('A-05 is shown 20 entries at a time, and the next ones replace the first', async () => {
    const getEntries = (page: number) =>
      Array.from({ length: page === 1 ? 20 : 3 }, (_, i) => ({
        id: page * 100 + i,
        at: '2026-11-20T15:00:00.000Z',
        event: page === 1 ? 'signed_in' : 'signed_up',
        device: null,
        address: null,
        detail: null,
        by: null,
      }))
    const { server, user } = open({
      'GET /api/account/activity': ({ query }: { query: Record<string, string> }) => {
        const page = Number(query.page)
        return { entries: getEntries(page), total: 23, page, pageSize: 20 }
      },
    })
    const pages = within(await screen.findByRole('navigation', { name: 'Pages of activity' }))
    const isOff = (name: string) => (pages.getByRole('button', { name }) as HTMLButtonElement).disabled
    expect(pages.getByText('1 to 20 of 23')).toBeDefined()
    expect([isOff('Previous'), isOff('Next')]).toEqual([true, false])
    await user.click(pages.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(pages.getByText('21 to 23 of 23')).toBeDefined())
    expect(screen.getAllByText('Account created')).toHaveLength(3)
    expect(screen.queryByText('Signed in')).toBeNull()
    expect([isOff('Previous'), isOff('Next')]).toEqual([false, true])
    await user.click(pages.getByRole('button', { name: 'Previous' }))
    await waitFor(() => expect(pages.getByText('1 to 20 of 23')).toBeDefined())
    expect(server.of('GET /api/account/activity').map(({ query }) => query.page)).toContain('2')
  })

  it('A-05 says that nothing has happened yet', async () => {
    open()
    expect(await screen.findByText('Nothing yet.')).toBeDefined()
  })

  it('A-05 says why it cannot be shown, and loads when tried again', async () => {
    let isAway = true
    const { user } = open({
      'GET /api/account/activity': () =>
        isAway ? failure(500, 'internal', 'Away.') : { entries: [], total: 0, page: 1, pageSize: 20 },
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    isAway = false
    await user.click(again)
    expect(await screen.findByText('Nothing yet.')).toBeDefined()
  })
})
