import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Answer } from '../../testing/fake-server.ts'
import { aSession } from '../../testing/fixtures.ts'
import { visitApp } from '../../testing/render-app.tsx'

const waiting = () => new Promise(() => undefined)
const totp = 'POST /api/auth/two-factor/verify-totp'
const backup = 'POST /api/auth/two-factor/verify-backup-code'

async function atSecondStep(replies: Record<string, unknown>) {
  const { server, ...app } = visitApp('/auth', {
    'POST /api/auth/sign-in/email': { twoFactorRedirect: true },
    'GET /api/auth/token': { token: 'token' },
    'GET /api/session': aSession(),
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
