import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aSession } from '../testing/fixtures.ts'
import { openApp } from '../testing/render-app.tsx'
import { aDashboard } from '../testing/stock-fixtures.ts'

afterEach(() => {
  goOnline()
  vi.restoreAllMocks()
})

const setOnLine = (isOnLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnLine)
const fire = (name: 'online' | 'offline') => act(() => void window.dispatchEvent(new Event(name)))
function goOffline() {
  setOnLine(false)
  fire('offline')
}
function goOnline() {
  setOnLine(true)
  fire('online')
}

describe('Offline:', () => {
  it('a toast says so while it lasts', async () => {
    openApp('/dashboard', {
      'GET /api/dashboard': aDashboard(),
    })
    await screen.findByText('What needs your attention')
    goOffline()
    expect(await screen.findByText('You are offline')).toBeTruthy()
    goOnline()
    await waitFor(() => expect(screen.queryByText('You are offline')).toBeNull())
  })

  it('a screen that could not be read says so, and is read by itself once the browser is back', async () => {
    setOnLine(false)
    openApp('/dashboard', {
      'GET /api/dashboard': () => (navigator.onLine ? aDashboard() : new TypeError('Failed to fetch')),
    })
    fire('offline')
    expect(await screen.findByText('Failed to load dashboard', {}, { timeout: 5000 })).toBeTruthy()
    expect(screen.getByText('You are offline. Nothing was changed.')).toBeTruthy()
    goOnline()
    expect(await screen.findByText('What needs your attention')).toBeTruthy()
  })

  it('a page that could not be opened opens by itself once the browser is back', async () => {
    // React reports the error that the boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    setOnLine(false)
    openApp('/dashboard', {
      'GET /api/session': () => (navigator.onLine ? aSession() : new TypeError('Failed to fetch')),
      'GET /api/dashboard': aDashboard(),
    })
    expect(await screen.findByText(/^You are offline\. This page opens/, {}, { timeout: 5000 })).toBeTruthy()
    goOnline()
    expect(await screen.findByText('What needs your attention')).toBeTruthy()
  })
})
