import type { Session } from '@stockcast/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryKeys } from '../api/queries.ts'
import { aSession } from '../testing/fixtures.ts'
import { openApp } from '../testing/render-app.tsx'
import { aDashboard } from '../testing/stock-fixtures.ts'
import { formatUnits } from '../ui/format/numbers.ts'

function open(countryCode: string | null) {
  const answered: { session: Session } = { session: aSession({ merchant: { countryCode } }) }
  const app = openApp('/dashboard', {
    'GET /api/session': () => answered.session,
    'GET /api/dashboard': aDashboard({ products: { total: 12_486, soldInWindow: 461 } }),
    'POST /api/auth/sign-out': {},
  })
  const moveTo = (countryCode: string) => {
    answered.session = aSession({ merchant: { countryCode } })
    return app.queryClient.invalidateQueries({ queryKey: queryKeys.session })
  }
  return { ...app, moveTo }
}

it.each([
  ['US', '12,486', /^Friday, November 20\. Sales and stock as of 10:32 AM/],
  ['DE', '12.486', /^Friday,? 20 November\. Sales and stock as of 10:32,/],
  ['IN', '12,486', /^Friday,? 20 November\. Sales and stock as of 10:32 am/],
  [null, '12,486', /^Friday, November 20\. Sales and stock as of 10:32 AM/],
])('D-04 numbers and dates of a screen are as in the shop’s country: %s', async (country, total, dates) => {
  open(country)
  expect(await screen.findByText(total)).toBeTruthy()
  expect(screen.getByText((_, each) => dates.test(each?.textContent ?? ''))).toBeTruthy()
})

it('a shop that moves has its screen redrawn', async () => {
  const { moveTo } = open('US')
  await screen.findByText('12,486')
  await moveTo('CH')
  expect(await screen.findByText("12'486")).toBeTruthy()
  expect(screen.queryByText('12,486')).toBeNull()
})

it("after a sign-out, numbers use no shop's formats", async () => {
  const { user, path } = open('DE')
  await screen.findByText('12.486')
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(path()).toBe('/'))
  expect(formatUnits(12_486)).toBe('12,486')
})
