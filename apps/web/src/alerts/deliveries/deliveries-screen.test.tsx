import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keysOf } from '../../api/live-events.ts'
import { Answer, failure } from '../../testing/fake-server.ts'
import { aDelivery, aDeliveryList, theNotifications } from '../../testing/notification-fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { getTrouble } from './use-delivery-trouble.ts'

const dead = aDelivery({
  status: 'failed',
  sentAt: null,
  attempts: 12,
  reason: 'refused',
  providerWords: 'The mail server answered 554 5.7.1 no',
  canRetry: true,
})

const open = (replies: Record<string, unknown>, path = '/alerts/deliveries') =>
  openApp(path, {
    'GET /api/notifications': theNotifications(),
    ...replies,
  })

describe('The messages about alerts:', () => {
  it('W-05 a row says what was sent where, with how many alerts, and its outcome', async () => {
    open({ 'GET /api/deliveries': aDeliveryList([aDelivery({ leftOut: 1 })]) })
    const row = (await screen.findByRole('heading', { name: '3 products need an order' })).closest('li')!
    for (const words of [
      'Email',
      '3 alerts',
      '1 alert already resolved',
      'Sent',
      'Accepted by the mail server.',
      'Friday, November 20, 2026 at 10:32 AM',
    ]) {
      expect(within(row).getByText(words)).toBeDefined()
    }
    expect(within(row).queryByRole('button')).toBeNull()
  })

  it('W-05 a message that was given up is explained in plain words and sent again on request', async () => {
    let isQueued = false
    const { user, server } = open({
      'GET /api/deliveries': () =>
        aDeliveryList([isQueued ? { ...dead, status: 'queued', canRetry: false } : dead]),
      'POST /api/deliveries/1/retry': () => {
        isQueued = true
        return { ...dead, status: 'queued', canRetry: false }
      },
    })
    expect(await screen.findByText('The mail server refused the message. We stopped trying.')).toBeDefined()
    expect(screen.getByText('The mail server answered 554 5.7.1 no')).toBeDefined()
    expect(screen.getByText('12 tries')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /^Send again/ }))
    expect(await screen.findByText('Will be sent in a moment.')).toBeDefined()
    expect(server.of('POST /api/deliveries/1/retry')).toHaveLength(1)
  })

  it('W-05 a retry that fails says so', async () => {
    const { user } = open({
      'GET /api/deliveries': aDeliveryList([dead]),
      'POST /api/deliveries/1/retry': failure(409, 'conflict', 'Only a message that was given up.'),
    })
    await user.click(await screen.findByRole('button', { name: /^Send again/ }))
    expect(await screen.findByText('Failed to send the message again')).toBeDefined()
  })

  it('W-05 the list follows the events of the server', async () => {
    let status: 'sending' | 'sent' = 'sending'
    const { queryClient } = open({ 'GET /api/deliveries': () => aDeliveryList([aDelivery({ status })]) })
    expect(await screen.findByText('Being sent.')).toBeDefined()
    status = 'sent'
    await act(async () => {
      for (const queryKey of keysOf.deliveries) await queryClient.invalidateQueries({ queryKey })
    })
    expect(await screen.findByText('Accepted by the mail server.')).toBeDefined()
  })

  it('alerts that wait for the next message are counted', async () => {
    open({ 'GET /api/deliveries': aDeliveryList([], { waiting: { slack: 0, email: 4, sms: 1 } }) })
    expect(
      await screen.findByText('Waiting for the next message: Email (4 alerts), SMS (1 alert).'),
    ).toBeDefined()
    expect(screen.getByText('No messages yet')).toBeDefined()
  })

  it('channel and status filter the list, in the address', async () => {
    const { user, server, router } = open({ 'GET /api/deliveries': aDeliveryList([]) })
    await user.choose(await screen.findByRole('combobox', { name: 'Channel' }), 'SMS')
    await user.choose(screen.getByRole('combobox', { name: 'Status' }), 'Not Sent')
    await waitFor(() => expect(router.state.location.search).toEqual({ channel: 'sms', status: 'failed' }))
    expect(await screen.findByText('No message matches.')).toBeDefined()
    expect(server.of('GET /api/deliveries').at(-1)?.query).toMatchObject({ channel: 'sms', status: 'failed' })
  })

  it('a list that loads says so', async () => {
    open({ 'GET /api/deliveries': () => new Promise(() => undefined) })
    expect(await screen.findByText('Loading messages...')).toBeDefined()
  })

  it('a list that cannot be loaded is an error in place with Try again', async () => {
    open({ 'GET /api/deliveries': new Answer(403, {}) })
    expect(await screen.findByText('Failed to load messages')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it('W-05 a channel that was switched off is named, with the way to its settings', async () => {
    open({
      'GET /api/deliveries': aDeliveryList([]),
      'GET /api/notifications': theNotifications({ slack: { offReason: 'The webhook is gone' } }),
    })
    expect(await screen.findByText('Slack was switched off')).toBeDefined()
    expect(screen.getByText(/^The webhook is gone\. No alert is sent there/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe(
      '/settings?tab=notifications',
    )
  })
})

describe('Trouble with the delivery of alerts', () => {
  const on = theNotifications({ email: { isOn: true, address: 'a@b.test' } })

  it('W-05 is reported for a channel whose latest message was given up', () => {
    expect(getTrouble(on, [dead, aDelivery({ id: 0 })]).dead).toEqual(['email'])
    expect(getTrouble(on, [aDelivery({ id: 2, kind: 'test', status: 'failed' })]).dead).toEqual([])
  })

  it('W-05 is over with the next message that arrives, and none is reported for a channel that is off', () => {
    expect(getTrouble(on, [aDelivery({ id: 2 }), dead]).dead).toEqual([])
    expect(getTrouble(theNotifications(), [dead]).dead).toEqual([])
    expect(getTrouble(undefined, [dead])).toEqual({ off: [], dead: [] })
  })

  it('W-05 is reported for a channel that was switched off, until it is on again', () => {
    expect(getTrouble(theNotifications({ sms: { offReason: 'STOP' } }), []).off).toEqual([
      { name: 'sms', reason: 'STOP' },
    ])
    expect(getTrouble(theNotifications({ sms: { isOn: true, offReason: 'STOP' } }), []).off).toEqual([])
  })
})

describe('The badge', () => {
  const broken = {
    'GET /api/deliveries': aDeliveryList([]),
    'GET /api/notifications': theNotifications({ slack: { offReason: 'The webhook is gone' } }),
    'GET /api/alerts': { alerts: [], total: 0, page: 1, pageSize: 50 },
  }

  it('W-05 marks Alerts on every screen when a channel was switched off', async () => {
    open(broken, '/alerts')
    expect(await screen.findByRole('link', { name: /^Alerts.*some are not delivered/ })).toBeDefined()
    const link = await screen.findByRole('link', { name: 'Messages: Slack not delivered' })
    expect(link.getAttribute('href')).toBe('/alerts/deliveries')
  })

  it('is absent while every message arrives', async () => {
    open({ ...broken, 'GET /api/notifications': theNotifications() }, '/alerts')
    expect(await screen.findByRole('link', { name: 'Messages' })).toBeDefined()
    expect(screen.queryByText(/are not delivered/)).toBeNull()
  })
})
