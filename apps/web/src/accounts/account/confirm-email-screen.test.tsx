import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure } from '../../testing/fake-server.ts'
import { openApp, visitApp } from '../../testing/render-app.tsx'
import { anAccount } from '../../testing/settings-fixtures.ts'

const confirm = 'POST /api/account/email/confirm'
const base = {
  'GET /api/account': anAccount(),
  'GET /api/auth/token': { token: 'token' },
  'GET /api/account/activity': { entries: [], total: 0, page: 1, pageSize: 20 },
}

const open = (replies: Record<string, unknown> = {}) =>
  openApp('/account/email?token=from-the-mail', { ...base, ...replies })

describe('The link to a new email address', () => {
  it('A-05 changes nothing when it is only opened', async () => {
    const { server } = open()
    expect(await screen.findByRole('heading', { name: 'Use the new email address?' })).toBeDefined()
    expect(server.of(confirm)).toEqual([])
  })

  it('A-05 changes the address after a click, and leads back to the account', async () => {
    const { server, user, path } = open({ [confirm]: { email: 'new@northfold.test' } })
    const tokens = server.of('GET /api/auth/token').length
    await user.click(await screen.findByRole('button', { name: 'Use this address' }))
    await waitFor(() => expect(path()).toBe('/settings'))
    expect(await screen.findByText('Email changed')).toBeDefined()
    expect(server.bodies(confirm)).toEqual([{ token: 'from-the-mail' }])
    expect(server.of('GET /api/auth/token').length).toBeGreaterThan(tokens)
  })

  it('A-05 says that it is no longer valid, and leads to where the address can be changed again', async () => {
    const message = 'This link is no longer valid. Change the address again in Settings, Account.'
    const { user, path } = open({ [confirm]: failure(404, 'not_found', message) })
    await user.click(await screen.findByRole('button', { name: 'Use this address' }))
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.queryByRole('button', { name: 'Use this address' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Go to account settings' }))
    await waitFor(() => expect(path()).toBe('/settings'))
  })

  it('A-05 can be tried again after a failure that may pass', async () => {
    const { user, path } = open({ [confirm]: failure(503, 'internal', 'Please try again.') })
    await user.click(await screen.findByRole('button', { name: 'Use this address' }))
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Use this address' })).toBeDefined()
    expect(path()).toBe('/account/email')
  })

  it('A-01 asks a signed-out visitor to sign in first', async () => {
    const { path } = visitApp('/account/email?token=from-the-mail')
    await waitFor(() => expect(path()).toBe('/auth'))
  })
})
