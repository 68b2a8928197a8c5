import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp, visitApp } from '../../testing/render-app.tsx'

async function openLanding() {
  const { server, ...app } = visitApp('/')
  await screen.findByRole('heading', { level: 1, name: 'Know what will run out, and when to order.' })
  return { ...app, server }
}

/** As written in the head of an extended WebP file. */
function webpSize(file: Buffer): { width: number; height: number } {
  expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8X')
  return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
}

describe('The landing page:', () => {
  it('L-01 the page makes the three claims', async () => {
    await openLanding()
    for (const name of [
      'Forecasts over 7, 14, 30 or 90 days',
      'Alerts by chat, email or SMS',
      'Trend dashboards and report export',
    ]) {
      expect(screen.getByRole('heading', { name })).toBeDefined()
    }
    expect(screen.getByText(/With per-product thresholds/)).toBeDefined()
  })

  it('L-01 the page shows pictures of the dashboard and of a product, in both colour schemes', async () => {
    await openLanding()
    const shown = within(screen.getByRole('region', { name: 'What you see when you sign in' }))
    const pictures = shown.getAllByRole('img').map((image) => {
      const picture = image.closest('picture')
      const onPhone = picture?.querySelector('source')?.getAttribute('srcset')
      return [picture?.dataset.scheme, onPhone, image.getAttribute('src'), image.getAttribute('loading')]
    })
    const named = (file: string) => expect.stringContaining(`${file}.webp`)
    expect(pictures).toEqual([
      ['light', named('dashboard-phone-light'), named('dashboard-light'), 'lazy'],
      ['dark', named('dashboard-phone-dark'), named('dashboard-dark'), 'lazy'],
      ['light', named('product-phone-light'), named('product-light'), 'lazy'],
      ['dark', named('product-phone-dark'), named('product-dark'), 'lazy'],
    ])
  })

  it.each(
    ['dashboard', 'product'].flatMap((name) =>
      ['light', 'dark'].flatMap((scheme) => [
        { file: `${name}-${scheme}`, place: 'picture img' },
        { file: `${name}-phone-${scheme}`, place: 'picture source' },
      ]),
    ),
  )(
    'L-01 the picture $file is light and has the size that its place is kept for',
    async ({ file, place }) => {
      await openLanding()
      const picture = readFileSync(path.join(import.meta.dirname, 'pictures', `${file}.webp`))
      expect(picture.byteLength).toBeLessThanOrEqual(60_000)
      const kept = document.querySelector(place)
      expect(webpSize(picture)).toEqual({
        width: Number(kept?.getAttribute('width')),
        height: Number(kept?.getAttribute('height')),
      })
    },
  )

  it('L-02 both prices are named, with what they include', async () => {
    await openLanding()
    const pricing = within(screen.getByRole('region', { name: /^One price/ }))
    expect(pricing.getByText('$0')).toBeDefined()
    expect(pricing.getByText('for 14 days')).toBeDefined()
    expect(pricing.getByText('$10')).toBeDefined()
    expect(pricing.getByText('per month, billed monthly')).toBeDefined()
    expect(pricing.getByText('Most Popular')).toBeDefined()
    for (const point of [
      'Unlimited products',
      'AI forecasts',
      'Chat and email alerts',
      'No credit card required',
    ]) {
      expect(pricing.getByText(point)).toBeDefined()
    }
  })

  it('L-01 the line below the chart follows the lead time', async () => {
    await openLanding()
    const verdict = within(screen.getByRole('region', { name: 'In one line' }))
    expect(verdict.getByText(/In 17 of 20 futures/)).toBeDefined()
    expect(verdict.getByText('order 816 today.')).toBeDefined()
    fireEvent.change(screen.getByRole('slider', { name: /Restock takes/ }), { target: { value: '7' } })
    expect(verdict.getByText(/In 0 of 20 futures/)).toBeDefined()
    expect(verdict.getByText(/^order \d+ by (Nov|Dec) \d+\.$/)).toBeDefined()
  })

  it('L-03 Sign In leads to sign-in, the other buttons to sign-up', async () => {
    await openLanding()
    const targets = (name: string) =>
      screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))
    expect(new Set(targets('Sign In'))).toEqual(new Set(['/auth']))
    for (const name of ['Get Started', 'Start Free Trial', 'Start Now']) {
      expect(new Set(targets(name))).toEqual(new Set(['/auth?tab=signup']))
    }
  })

  it('a visitor who never signed in causes no request', async () => {
    const { server } = await openLanding()
    expect(server.received).toHaveLength(0)
  })

  it('L-04 a signed-in person goes to the dashboard', async () => {
    const app = openApp('/', { 'GET /api/dashboard': () => new Promise(() => undefined) })
    await waitFor(() => expect(app.path()).toBe('/dashboard'))
  })

  it('a merchant whose session cannot be renewed now sees the page', async () => {
    localStorage.setItem('stockcast.session', JSON.stringify({ token: 'old', expiresAt: 0 }))
    visitApp('/', { 'GET /api/auth/token': new TypeError('network down') })
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
    expect(screen.getAllByRole('link', { name: 'Sign In' }).length).toBeGreaterThan(0)
  })
})
