import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Answer, failure } from '../../testing/fake-server.ts'
import { aSession, withoutStore } from '../../testing/fixtures.ts'
import { openApp, visitApp } from '../../testing/render-app.tsx'

const waiting = () => new Promise(() => undefined)
const demoUser = { isDemo: true, isDemoUser: true, isConnected: false, shopDomain: 'example-7.myshopify.com' }
const demo = {
  'GET /api/session': aSession({ merchant: demoUser, connection: null }),
  'GET /api/dashboard': waiting,
  'GET /api/auth/token': { token: 'token' },
}

describe('Try the demo:', () => {
  it.each(['/', '/auth', '/auth?tab=signup'])(
    'D-03 a click on %s leads to the sample store',
    async (path) => {
      const { server, ...app } = visitApp(path, { 'POST /api/auth/sign-in/demo': { user: {} }, ...demo })
      await app.user.click(await screen.findByRole('button', { name: 'Try the demo' }))
      await waitFor(() => expect(app.path()).toBe('/dashboard'))
      expect(server.of('POST /api/auth/sign-in/demo')[0]?.body).toEqual({})
    },
  )

  it('D-03 the sample shop is one click away as well', async () => {
    const { server, ...app } = visitApp('/', {
      'POST /api/auth/sign-in/demo': { user: {} },
      'POST /api/sample-shop': { variants: 60 },
      ...demo,
    })
    await app.user.click(await screen.findByRole('button', { name: 'Explore a sample shop' }))
    await waitFor(() => expect(app.path()).toBe('/dashboard'))
    expect(server.of('POST /api/sample-shop')).toHaveLength(1)
  })

  it.each(['/', '/auth'])('D-03 %s does not offer the demo where it is switched off', async (path) => {
    document.documentElement.dataset.demo = 'off'
    try {
      visitApp(path, demo)
      await screen.findByRole('heading', { level: 1 })
      expect(screen.queryByRole('button', { name: 'Try the demo' })).toBeNull()
      expect(screen.queryByText(/Neither needs an account/)).toBeNull()
    } finally {
      delete document.documentElement.dataset.demo
    }
  })

  it('T-06 a failure says why', async () => {
    const tooMany = new Answer(429, { code: 'TOO_MANY_REQUESTS', message: 'Too many requests.' })
    const app = visitApp('/', { 'POST /api/auth/sign-in/demo': tooMany })
    await app.user.click(await screen.findByRole('button', { name: 'Try the demo' }))
    expect(await screen.findByText('Failed to load demo data')).toBeDefined()
    expect(screen.getByText('Too many requests.')).toBeDefined()
  })
})

async function openForm(keep: unknown) {
  const kept = aSession({ merchant: { ...withoutStore, isDemoUser: false }, connection: null })
  let isKept = false
  const { server, ...app } = openApp('/connect-shopify', {
    ...demo,
    'GET /api/session': () => (isKept ? kept : demo['GET /api/session']),
    'POST /api/account/keep': () => {
      isKept = !(keep instanceof Answer)
      return keep
    },
    'POST /functions/send-welcome-email': { sent: true },
  })
  await screen.findByRole('heading', { name: 'First, keep this account' })
  await app.user.type(screen.getByLabelText('Email'), 'new@example.com')
  await app.user.type(screen.getByLabelText('Password'), 'espresso1')
  await app.user.click(screen.getByRole('button', { name: 'Keep and continue' }))
  return { app, server }
}

describe('A demo user who wants a store of their own', () => {
  it('keeps the account first, receives the welcome email and then connects', async () => {
    const { server } = await openForm({ email: 'new@example.com' })
    expect(await screen.findByLabelText('Store name')).toBeDefined()
    expect(server.of('POST /api/account/keep')[0]?.body).toEqual({
      email: 'new@example.com',
      password: 'espresso1',
    })
    await waitFor(() => expect(server.of('POST /functions/send-welcome-email')).toHaveLength(1))
  })

  it('A-03 is informed when the address already has an account', async () => {
    await openForm(failure(409, 'conflict', 'This email is already registered. Sign in with it instead.'))
    expect(await screen.findByText('Account exists')).toBeDefined()
    expect(screen.getByText('This email is already registered. Please sign in instead.')).toBeDefined()
  })

  it('P-01 is not asked for a card before that', async () => {
    const app = openApp('/add-payment', demo)
    await waitFor(() => expect(app.path()).toBe('/connect-shopify'))
  })
})

describe('The demo banner', () => {
  it('D-03 leads to a real store', async () => {
    openApp('/dashboard', {
      ...demo,
      'GET /api/session': aSession({ merchant: { ...demoUser, isDemoUser: false }, connection: null }),
    })
    const link = await screen.findByRole('link', { name: 'Connect Real Store' })
    expect(link.getAttribute('href')).toBe('/connect-shopify')
    expect(screen.queryByRole('button', { name: 'Keep this account' })).toBeNull()
  })

  it('D-03 offers a demo user to keep the account', async () => {
    const app = openApp('/dashboard', demo)
    await app.user.click(await screen.findByRole('button', { name: 'Keep this account' }))
    expect(await within(await screen.findByRole('dialog')).findByLabelText('Email')).toBeDefined()
  })
})

it('G-07 The account of a demo user can also be kept from the settings, which ask for no password before', async () => {
  openApp('/settings?tab=account', demo)
  expect(await screen.findByRole('button', { name: 'Keep this account' })).toBeDefined()
  expect(screen.queryByLabelText('Current password')).toBeNull()
})
