import type { Team, TeamMember } from '@stockcast/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { isForOpenShop } from '../../api/access-token.ts'
import { aSession } from '../../testing/fixtures.ts'
import { openApp, signInForTest, visitApp } from '../../testing/render-app.tsx'

const owner = {
  userId: '00000000-0000-4000-8000-000000000001',
  email: 'owner@northfold.test',
  role: 'owner',
  isYou: true,
  joinedAt: null,
  devices: [],
  noOwnerBecause: null,
} satisfies TeamMember
const buyer = {
  userId: '00000000-0000-4000-8000-000000000002',
  email: 'buyer@northfold.test',
  role: 'buyer',
  isYou: false,
  joinedAt: '2026-11-19T15:00:00.000Z',
  devices: [],
  noOwnerBecause: null,
} satisfies TeamMember
const invitation = {
  id: 4,
  email: 'new@northfold.test',
  role: 'viewer',
  sentAt: '2026-11-19T15:00:00.000Z',
  expiresAt: '2026-11-26T15:00:00.000Z',
  isExpired: false,
} as const
const alone: Team = { people: [owner], invitations: [] }
const team: Team = { people: [owner, buyer], invitations: [invitation] }

const base = {
  'GET /api/account': {
    email: owner.email,
    isConfirmed: true,
    newEmail: null,
    hasTwoFactor: false,
    backupCodesLeft: null,
    devices: [],
    refusedPermissions: [],
  },
  'GET /api/account/activity': { entries: [], total: 0, page: 1, pageSize: 20 },
  'GET /api/team': team,
}

beforeEach(signInForTest)

const as = (role: 'buyer' | 'viewer') =>
  aSession({
    user: {
      email: buyer.email,
      homeId: 9,
      role,
      isMemberOnly: true,
      shops: [{ merchantId: 7, name: 'northfold', role }],
    },
  })

describe('Team in the settings:', () => {
  it('a shop with only its owner shows a form to invite somebody, and nothing else', async () => {
    openApp('/settings?tab=account', { ...base, 'GET /api/team': alone })
    expect(await screen.findByRole('button', { name: 'Send invitation' })).toBeDefined()
    expect(screen.queryByRole('list', { name: 'People' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Open another shop' })).toBeNull()
  })

  it('the owner invites, sends again, takes back, changes a role, removes and hands over', async () => {
    const { user, server } = openApp('/settings?tab=account', {
      ...base,
      'POST /api/team/invitations': team,
      'POST /api/team/invitations/4/resend': team,
      'DELETE /api/team/invitations/4': team,
      [`PUT /api/team/people/${buyer.userId}`]: team,
      [`DELETE /api/team/people/${buyer.userId}`]: { done: true },
    })
    await user.type(await screen.findByLabelText('Their email'), ' x@y.test ')
    await user.selectOptions(screen.getByLabelText('Role'), 'viewer')
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect(await server.bodyOf('POST /api/team/invitations')).toEqual({ email: 'x@y.test', role: 'viewer' })
    await user.click(screen.getByRole('button', { name: 'Send again to new@northfold.test' }))
    await user.click(screen.getByRole('button', { name: 'Take back the invitation of new@northfold.test' }))
    await user.selectOptions(screen.getByLabelText('Role of buyer@northfold.test'), 'viewer')
    await user.click(screen.getByRole('button', { name: 'Remove buyer@northfold.test' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(server.of(`DELETE /api/team/people/${buyer.userId}`)).toHaveLength(1))
    expect(server.of('POST /api/team/invitations/4/resend')).toHaveLength(1)
    expect(server.of('DELETE /api/team/invitations/4')).toHaveLength(1)
    expect(server.of(`PUT /api/team/people/${buyer.userId}`)[0]?.body).toEqual({ role: 'viewer' })
  })

  it('M-07 the owner sees where a member is signed in, and signs them out', async () => {
    const at = '2026-11-20T15:00:00.000Z'
    const devices = [{ device: 'Chrome on Windows', signedInAt: at, lastSeenAt: at }]
    const people = [owner, { ...buyer, devices }]
    const path = `DELETE /api/team/people/${buyer.userId}/devices`
    const { user, server } = openApp('/settings?tab=account', {
      ...base,
      'GET /api/team': { people, invitations: [] },
      [path]: team,
    })
    expect(await screen.findByText(/^Chrome on Windows, signed in .* last seen/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: `Sign out ${buyer.email}` }))
    await waitFor(() => expect(server.of(path)).toHaveLength(1))
    expect(await screen.findByText(`${buyer.email} must sign in again to see this shop.`)).toBeDefined()
  })

  it('M-04 a hand-over to somebody with a shop of their own says why not, and what to do', async () => {
    const people = [owner, { ...buyer, noOwnerBecause: 'has_own_shop' }]
    const { user } = openApp('/settings?tab=account', {
      ...base,
      'GET /api/team': { people, invitations: [] },
    })
    await user.click(await screen.findByRole('button', { name: `Hand over the shop to ${buyer.email}` }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Invite another address of theirs/)).toBeDefined()
    expect(dialog.queryByLabelText('Your password')).toBeNull()
  })

  it('a member sees who belongs to the shop, can leave, and is not offered what is the owner’s', async () => {
    const people = [
      { ...owner, isYou: false },
      { ...buyer, isYou: true },
    ]
    openApp('/settings?tab=account', {
      ...base,
      'GET /api/session': as('viewer'),
      'GET /api/team': { people, invitations: [] },
    })
    expect(await screen.findByRole('button', { name: 'Leave this shop' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Open my own shop' })).toBeDefined()
    for (const name of ['Send invitation', /^Remove/, /^Hand over/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Billing' })).toBeNull()
    expect(screen.queryByText('Store connection')).toBeNull()
    expect(screen.queryByText('Your data')).toBeNull()
  })
})

describe('A person with two shops', () => {
  it('sees which is open, and can open the other', async () => {
    const { user, server } = openApp('/settings?tab=account', {
      ...base,
      'GET /api/session': aSession({
        user: {
          email: owner.email,
          homeId: 7,
          role: 'owner',
          isMemberOnly: false,
          shops: [
            { merchantId: 7, name: 'northfold', role: 'owner' },
            { merchantId: 8, name: 'other', role: 'buyer' },
          ],
        },
      }),
      'PUT /api/team/shop': { merchantId: 8 },
    })
    const shops = await screen.findByRole('combobox', { name: 'Open another shop' })
    expect((shops as HTMLSelectElement).value).toBe('7')
    await user.selectOptions(shops, 'other (buyer)')
    expect(await server.bodyOf('PUT /api/team/shop')).toEqual({ merchantId: 8 })
  })

  it('sends nothing of a page to another shop that was opened meanwhile', () => {
    const tokenFor = (mid: number) => `x.${btoa(JSON.stringify({ iat: 1, exp: 2, mid }))}.y`
    expect(isForOpenShop(tokenFor(7))).toBe(true)
    expect(isForOpenShop(tokenFor(8))).toBe(false)
    expect(isForOpenShop(tokenFor(7))).toBe(true)
  })
})

describe('An invitation', () => {
  const view = {
    email: 'new@northfold.test',
    role: 'buyer',
    owner: owner.email,
    shopName: 'Northfold Coffee',
    hasAccount: false,
  }

  it('asks somebody without an account for a password, and says what the role may do', async () => {
    localStorage.clear()
    const { user, server } = visitApp('/invitation?token=1.abc', {
      'POST /api/auth/invitation': view,
      'POST /api/auth/invitation/accept': { email: view.email },
      'POST /api/auth/sign-in/email': {},
    })
    expect(await screen.findByRole('heading', { name: 'Join Northfold Coffee' })).toBeDefined()
    expect(screen.getByText(/As a buyer you can order/)).toBeDefined()
    await user.type(screen.getByLabelText('Choose a password'), 'a good long one')
    await user.click(screen.getByRole('button', { name: 'Join the shop' }))
    expect(await server.bodyOf('POST /api/auth/invitation/accept')).toEqual({
      token: '1.abc',
      password: 'a good long one',
    })
  })

  it('leads somebody with an account to sign-in, and somebody else out first', async () => {
    openApp('/invitation?token=1.abc', {
      ...base,
      'POST /api/auth/invitation': { ...view, hasAccount: true },
    })
    expect(await screen.findByText(/You are signed in as owner@northfold.test/)).toBeDefined()
  })
})
