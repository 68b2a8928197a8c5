import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Answer, fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'

const undo = 'POST /api/auth/undo-email'

function open(replies: Record<string, unknown> = {}) {
  const server = fakeServer(replies)
  return { server, ...renderApp('/auth/undo-email?token=from-the-mail') }
}

describe('The link that restores the former email address', () => {
  it('A-05 changes nothing when it is only opened', async () => {
    const { server } = open()
    expect(await screen.findByRole('heading', { name: 'Restore your email address?' })).toBeDefined()
    expect(screen.getByText(/signs out every device/)).toBeDefined()
    expect(server.of(undo)).toEqual([])
  })

  it('A-05 restores the address after a click, and leads to a new password', async () => {
    const { server, user, path, router } = open({ [undo]: { token: 'for-a-password' } })
    await user.click(await screen.findByRole('button', { name: 'Restore my address' }))
    await waitFor(() => expect(path()).toBe('/auth/reset'))
    expect(router.state.location.search).toMatchObject({ token: 'for-a-password' })
    expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeDefined()
    expect(server.bodies(undo)).toEqual([{ token: 'from-the-mail' }])
  })

  it('A-05 says in place that it is no longer valid, and leads back to signing in', async () => {
    const message = 'This link is no longer valid.'
    const { user, path } = open({ [undo]: new Answer(404, { code: 'NOT_FOUND', message }) })
    await user.click(await screen.findByRole('button', { name: 'Restore my address' }))
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(path()).toBe('/auth/undo-email')
    await user.click(screen.getByRole('link', { name: 'Back to Sign In' }))
    await waitFor(() => expect(path()).toBe('/auth'))
  })
})
