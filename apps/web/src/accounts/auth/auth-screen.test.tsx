import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Answer } from '../../testing/fake-server.ts'
import { aSession, withoutStore } from '../../testing/fixtures.ts'
import { openApp, type renderApp, signInForTest, visitApp } from '../../testing/render-app.tsx'

const signedIn = { 'GET /api/auth/token': { token: 'token' } }
const waiting = () => new Promise(() => undefined)

async function fill(app: ReturnType<typeof renderApp>, email: string, password: string) {
  await app.user.click(await screen.findByLabelText('Email'))
  await app.user.paste(email)
  await app.user.click(screen.getByLabelText('Password'))
  await app.user.paste(password)
}

afterEach(() => vi.useRealTimers())

describe('Sign in:', () => {
  it('A-01 the Sign In tab is the default, and ?tab=signup selects sign-up', async () => {
    visitApp('/auth')
    expect((await screen.findByRole('tab', { name: 'Sign In' })).getAttribute('aria-selected')).toBe('true')
  })

  it('A-01 the address ?tab=signup selects sign-up', async () => {
    visitApp('/auth?tab=signup')
    expect((await screen.findByRole('tab', { name: 'Sign Up' })).getAttribute('aria-selected')).toBe('true')
  })

  it('A-02 email and password are required', async () => {
    const { server, ...app } = visitApp('/auth')
    await app.user.click(await screen.findByRole('button', { name: 'Sign In' }))
    expect(screen.getByText('Enter your email.')).toBeDefined()
    expect(screen.getByText('Enter your password.')).toBeDefined()
    expect(server.received).toHaveLength(0)
  })

  it('A-01 a sign-in leads to the dashboard', async () => {
    const { server, ...app } = visitApp('/auth', {
      ...signedIn,
      'POST /api/auth/sign-in/email': {},
      'GET /api/dashboard': waiting,
    })
    await fill(app, 'owner@northfold.test', 'secret1')
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(app.path()).toBe('/dashboard'))
    expect(server.of('POST /api/auth/sign-in/email')[0]?.body).toEqual({
      email: 'owner@northfold.test',
      password: 'secret1',
    })
  })

  it.each([
    ['/settings?tab=account', '/settings'],
    ['//evil.example', '/dashboard'],
    ['https:evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
  ])('A-01 a sign-in with ?redirect=%s leads to %s', async (wanted, path) => {
    const app = visitApp(`/auth?redirect=${encodeURIComponent(wanted)}`, {
      ...signedIn,
      'POST /api/auth/sign-in/email': {},
      'GET /api/dashboard': waiting,
    })
    await fill(app, 'owner@northfold.test', 'secret1')
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(app.path()).toBe(path))
  })

  it('A-05 a refusal shows the provider’s message', async () => {
    const app = visitApp('/auth', {
      'POST /api/auth/sign-in/email': new Answer(401, { message: 'Invalid email or password' }),
    })
    await fill(app, 'owner@northfold.test', 'wrong1')
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(await screen.findByText('Sign in failed')).toBeDefined()
    expect(screen.getByText('Invalid email or password')).toBeDefined()
    expect(screen.getByText('The email or the password is wrong.')).toBeDefined()
  })

  it('A-05 an exception shows the unexpected error', async () => {
    const app = visitApp('/auth', { 'POST /api/auth/sign-in/email': new TypeError('network down') })
    await fill(app, 'owner@northfold.test', 'secret1')
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(await screen.findByText('An unexpected error occurred. Please try again.')).toBeDefined()
  })

  it('A-01 someone who is signed in already is sent on', async () => {
    const app = openApp('/auth', { ...signedIn, 'GET /api/dashboard': waiting })
    await waitFor(() => expect(app.path()).toBe('/dashboard'))
  })

  it('A-07 a sign-in in another tab is followed here too', async () => {
    const app = visitApp('/auth', { ...signedIn, 'GET /api/dashboard': waiting })
    await screen.findByLabelText('Email')
    signInForTest()
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'stockcast.session', oldValue: null, newValue: 'x' }),
      )
    })
    await waitFor(() => expect(app.path()).toBe('/dashboard'))
  })
})

describe('Sign up:', () => {
  it('A-02 the hint names the length, and a shorter password is refused', async () => {
    const { server, ...app } = visitApp('/auth?tab=signup')
    expect(await screen.findByText('Must be at least 6 characters long')).toBeDefined()
    await fill(app, 'owner@northfold.test', '12345')
    await app.user.click(screen.getByRole('button', { name: 'Sign Up' }))
    expect(screen.getByText('Must be at least 6 characters long')).toBeDefined()
    expect(server.received).toHaveLength(0)
  })

  it('A-06 a sign-up sends the welcome email, ignores its failure, and goes to /add-payment after 1 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server, ...app } = visitApp('/auth?tab=signup', {
      'POST /api/auth/sign-up/email': {},
      'GET /api/auth/token': { token: 'token' },
      'GET /api/session': aSession({ merchant: withoutStore }),
      'POST /functions/send-welcome-email': new TypeError('network down'),
    })
    await fill(app, 'owner@northfold.test', 'secret1')
    await app.user.click(screen.getByRole('button', { name: 'Sign Up' }))
    expect(await screen.findByText('Account created')).toBeDefined()
    expect(app.path()).toBe('/auth')
    expect(server.of('POST /functions/send-welcome-email')[0]?.body).toEqual({
      email: 'owner@northfold.test',
      name: 'owner',
    })
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await waitFor(() => expect(app.path()).toBe('/add-payment'))
  })

  it('A-06 where the address must be confirmed, the form says so and stays', async () => {
    const app = visitApp('/auth?tab=signup', {
      'POST /api/auth/sign-up/email': {},
      'GET /api/auth/token': new Answer(401, null),
    })
    await fill(app, 'owner@northfold.test', 'secret1')
    await app.user.click(screen.getByRole('button', { name: 'Sign Up' }))
    expect(await screen.findByText('Check your email')).toBeDefined()
    expect(app.path()).toBe('/auth')
  })

  it('A-03 an address that is already registered says so', async () => {
    const app = visitApp('/auth?tab=signup', {
      'POST /api/auth/sign-up/email': new Answer(422, {
        code: 'USER_ALREADY_EXISTS',
        message: 'This email is already registered.',
      }),
    })
    await fill(app, 'owner@northfold.test', 'secret1')
    await app.user.click(screen.getByRole('button', { name: 'Sign Up' }))
    expect(await screen.findByText('Account exists')).toBeDefined()
    expect(screen.getByText('This email is already registered. Please sign in instead.')).toBeDefined()
  })
})

describe('Password reset:', () => {
  it('A-10 the form is reached from sign-in and asks for the email', async () => {
    const { server, ...app } = visitApp('/auth', { 'POST /api/auth/request-password-reset': {} })
    await app.user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
    await screen.findByRole('heading', { name: 'Reset your password' })
    await app.user.type(screen.getByLabelText('Email'), 'owner@northfold.test')
    await app.user.click(screen.getByRole('button', { name: 'Send reset link' }))
    expect(await screen.findByText('Check your email')).toBeDefined()
    expect(server.received[0]?.body).toMatchObject({
      email: 'owner@northfold.test',
      redirectTo: `${window.location.origin}/auth/reset`,
    })
  })

  it('A-10 the link from the email takes the new password', async () => {
    const { server, ...app } = visitApp('/auth/reset?token=00012e5', { 'POST /api/auth/reset-password': {} })
    await app.user.type(await screen.findByLabelText('New password'), 'secret2')
    await app.user.click(screen.getByRole('button', { name: 'Save new password' }))
    await waitFor(() => expect(app.path()).toBe('/auth'))
    expect(server.received[0]?.body).toEqual({ newPassword: 'secret2', token: '00012e5' })
  })

  it('A-06 the link that confirms an address asks for a password and leads on after sign-in', async () => {
    const app = visitApp('/auth/reset?token=00012e5&next=/add-payment', {
      'POST /api/auth/reset-password': {},
    })
    expect(await screen.findByText(/This confirms your email address/)).toBeDefined()
    await app.user.type(screen.getByLabelText('New password'), 'secret2')
    await app.user.click(screen.getByRole('button', { name: 'Save new password' }))
    await screen.findByRole('button', { name: 'Sign In' })
    expect(app.router.state.location.search).toMatchObject({ redirect: '/add-payment' })
  })

  it('A-02 a password that many use is refused at its field', async () => {
    const message = 'This password is too easy to guess.'
    const app = visitApp('/auth/reset?token=00012e5', {
      'POST /api/auth/reset-password': new Answer(400, { code: 'PASSWORD_TOO_COMMON', message }),
    })
    await app.user.type(await screen.findByLabelText('New password'), 'qwerty123')
    await app.user.click(screen.getByRole('button', { name: 'Save new password' }))
    await waitFor(() => expect(document.querySelector('form')?.textContent).toContain(message))
  })

  it('A-10 an expired link leads to a new one', async () => {
    visitApp('/auth/reset?error=INVALID_TOKEN')
    expect(await screen.findByText('This link is no longer valid. Ask for a new one.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Send reset link' })).toBeDefined()
  })
})

const totp = 'POST /api/auth/two-factor/verify-totp'
const backup = 'POST /api/auth/two-factor/verify-backup-code'

async function atSecondStep(replies: Record<string, unknown>) {
  const { server, ...app } = visitApp('/auth', {
    'POST /api/auth/sign-in/email': { twoFactorRedirect: true },
    'GET /api/auth/token': { token: 'token' },
    'GET /api/dashboard': waiting,
    ...replies,
  })
  await app.user.type(await screen.findByLabelText('Email'), 'owner@northfold.test')
  await app.user.type(screen.getByLabelText('Password'), 'secret1{Enter}')
  await screen.findByLabelText('Code from your app')
  return { server, ...app }
}

describe('The second step of sign-in', () => {
  it('A-07 takes the code of the app, and trusts the device only when asked to', async () => {
    const { server, user, path } = await atSecondStep({ [totp]: { user: {} } })
    expect(server.of('GET /api/auth/token')).toHaveLength(0)
    await user.type(screen.getByLabelText('Code from your app'), '123456')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(path()).toBe('/dashboard'))
    expect(server.of(totp)[0]?.body).toEqual({ code: '123456', trustDevice: false })
  })

  it('A-07 takes a backup code in its place', async () => {
    const { server, user, path } = await atSecondStep({ [backup]: { user: {} } })
    await user.click(screen.getByRole('button', { name: 'Use a backup code' }))
    await user.type(screen.getByLabelText('Backup code'), 'aaaaa-11111')
    await user.click(screen.getByLabelText('Trust this device for 30 days'))
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(path()).toBe('/dashboard'))
    expect(server.of(backup)[0]?.body).toEqual({ code: 'aaaaa-11111', trustDevice: true })
  })

  it('A-05 says what is wrong with a code, in place', async () => {
    const wrong = new Answer(401, { code: 'INVALID_CODE', message: 'This code is not correct.' })
    const { user, path } = await atSecondStep({ [totp]: wrong })
    await user.type(screen.getByLabelText('Code from your app'), '000000{Enter}')
    expect(await screen.findByText('This code is not correct.')).toBeDefined()
    expect(path()).toBe('/auth')
  })
})
