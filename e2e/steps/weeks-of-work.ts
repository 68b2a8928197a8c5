import { type APIRequestContext, expect, request as requests } from '@playwright/test'
import {
  accountApi,
  bundlesApi,
  forecastOverridesApi,
  type Locations,
  locationsApi,
  type ProductList,
  type Reports,
  reportsApi,
  type Transfer,
  teamApi,
  toAddress,
  transfersApi,
  viewsApi,
} from '@stockcast/contract'
import { callApi } from './api.ts'
import { newEmail, password } from './merchant.ts'
import { sandboxOutboxes } from './outboxes.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Adds what a shop has after weeks of work: changed forecasts, a bundle that is not ordered, transfers, a view, a team and reports. */
export async function addWeeksOfWork(request: APIRequestContext, ordered: readonly number[]): Promise<void> {
  const { rows } = await callApi<ProductList>(request, 'GET', '/api/products?pageSize=500')
  const sold = rows.filter(
    ({ isTracked, saleStatus, currentStock }) =>
      isTracked && saleStatus === 'active' && (currentStock ?? 0) > 0,
  )
  const bundle = sold.find(({ variantId }) => !ordered.includes(variantId))!
  const [best, second] = sold
    .filter((row) => row !== bundle)
    .toSorted((a, b) => b.averageDailySales - a.averageDailySales)
    .map(({ variantId }) => variantId)
  await callApi(request, 'PUT', toAddress(bundlesApi.save, { variantId: bundle.variantId }), {
    parts: [
      { variantId: best!, quantity: 2 },
      { variantId: second!, quantity: 1 },
    ],
  })
  for (const [variantId, days, amount, reason] of [
    [best, 1, 60, 'Weekend sale'],
    [second, 1, 60, 'Weekend sale'],
    [best, 20, -20, ''],
    [second, 20, -20, ''],
  ] as const)
    await callApi(request, 'POST', forecastOverridesApi.create.path, {
      scope: { kind: 'product', variantId },
      from: inDays(days),
      to: inDays(days + 6),
      change: { kind: 'percent', amount },
      reason,
    })
  await addTransfers(request, [best!, second!])
  const view = { list: 'products', name: 'Running out', search: { status: 'critical' } }
  await callApi(request, 'POST', viewsApi.create.path, view)
  await addTeam(request)
  const own = { email: newEmail(), password }
  await callApi(request, 'POST', accountApi.changeEmail.path, own)
  await addReports(request)
}

/** Adds a transfer that is drafted, one that is on its way, and one that has arrived in part. */
async function addTransfers(request: APIRequestContext, variantIds: readonly number[]): Promise<void> {
  const { locations } = await callApi<Locations>(request, 'GET', locationsApi.get.path)
  const [from, to] = locations.map(({ id }) => id)
  const lines = variantIds.map((variantId, i) => ({ variantId, from, to, units: 12 * (i + 1) }))
  for (const steps of [[], ['ship'], ['ship', 'receive']]) {
    const { transfers } = await callApi<{ transfers: Transfer[] }>(
      request,
      'POST',
      transfersApi.create.path,
      { lines },
    )
    for (const step of steps) {
      const arrived = { lines: lines.slice(1).map(({ variantId }) => ({ variantId, units: 20 })) }
      const address = toAddress(transfersApi.takeStep, { id: transfers[0]!.id })
      await callApi(request, 'POST', address, { step, ...(step === 'receive' && arrived) })
    }
  }
}

/** Adds a buyer, who is signed in, and invites a viewer. */
async function addTeam(request: APIRequestContext): Promise<void> {
  const email = newEmail()
  for (const person of [
    { email, role: 'buyer' },
    { email: newEmail(), role: 'viewer' },
  ])
    await callApi(request, 'POST', teamApi.invite.path, person)
  const { searchParams } = new URL(await sandboxOutboxes(request).invitationAt(email))
  const token = searchParams.get('token')
  await callApi(request, 'POST', teamApi.acceptInvitation.path, { token, password })
  const theirs = await requests.newContext()
  await callApi(theirs, 'POST', '/api/auth/sign-in/email', { email, password })
  await callApi(theirs, 'GET', '/api/session')
  await theirs.dispose()
}

/** Has what to order come every week, and one of it now. */
async function addReports(request: APIRequestContext): Promise<void> {
  const read = () => callApi<Reports>(request, 'GET', reportsApi.list.path)
  const { reports, people } = await read()
  const { nextAt: _, kind, ...report } = reports[0]!
  const recipients = people.map(({ userId }) => userId)
  await callApi(request, 'PUT', toAddress(reportsApi.save, { kind }), { ...report, isOn: true, recipients })
  await callApi(request, 'POST', toAddress(reportsApi.send, { kind }))
  await expect.poll(async () => (await read()).past.length).toBeGreaterThan(0)
}
