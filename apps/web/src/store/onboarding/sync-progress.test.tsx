import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure } from '../../testing/fake-server.ts'
import { aSession, aSyncRun } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'

const noDashboard = failure(404, 'not_found', 'Nothing yet.')

describe('Progress of the first sync:', () => {
  it('S-07 the phases appear with their counts, and the page may be left', async () => {
    openApp('/connect-shopify/sync', {
      'GET /api/sync': { run: aSyncRun() },
      'GET /api/dashboard': noDashboard,
    })
    expect(await screen.findByText('31,402 of about 48,900 orders')).toBeDefined()
    expect(screen.getByText(/You can leave this page; the import continues\./)).toBeDefined()
    expect(screen.getByRole('progressbar', { name: 'Orders' }).getAttribute('aria-valuenow')).toBe('64')
  })

  it('a history of only 60 days is mentioned once, with its reason', async () => {
    const message = 'Shopify shares the orders of the last 60 days with this app. History grows from here.'
    openApp('/connect-shopify/sync', {
      'GET /api/session': aSession({ orderHistoryDays: 60 }),
      'GET /api/sync': { run: aSyncRun({ message, messageCode: 'short_history' }) },
      'GET /api/dashboard': noDashboard,
    })
    const words = await screen.findAllByText(/^Shopify shares the orders of the last 60 days/)
    expect(words.map(({ textContent }) => textContent)).toEqual([
      'Shopify shares the orders of the last 60 days with this app: older orders need its permission for all orders. Your history grows from here.',
    ])
  })

  it('S-07 a failed run says why, and Try again starts it again', async () => {
    const { server, ...app } = openApp('/connect-shopify/sync', {
      'GET /api/sync': { run: aSyncRun({ status: 'failed', message: 'Shopify did not answer.' }) },
      'GET /api/dashboard': noDashboard,
      'POST /functions/shopify-sync-inventory': { syncRunId: 2 },
    })
    expect(await screen.findByText('Shopify did not answer.')).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await server.bodyOf('POST /functions/shopify-sync-inventory')).toEqual({ merchant_id: 7 })
    await waitFor(() => expect(server.of('GET /api/sync')).toHaveLength(2))
  })
})
