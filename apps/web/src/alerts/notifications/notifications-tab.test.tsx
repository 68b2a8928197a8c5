import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Answer, failure, type Received } from '../../testing/fake-server.ts'
import { aSession } from '../../testing/fixtures.ts'
import { aDelivery, aDeliveryList, theNotifications } from '../../testing/notification-fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'

const PUT = 'PUT /api/notifications'
const saved = 'Notification settings saved successfully'
const webhookUrl = 'https://hooks.slack.com/services/T1/B1/abc'
const masked = 'https://hooks.slack.com/services/…/abc'
const withSms = { phone: '+14155552671', consentAt: '2026-11-20T15:00:00.000Z', isOn: true } as const

interface Body {
  slack: Record<string, unknown>
  email: Record<string, unknown>
  sms: Record<string, unknown>
}

async function open(
  stored = theNotifications(),
  { session = aSession(), ...replies }: Record<string, unknown> & { session?: unknown } = {},
) {
  const { server, ...app } = openApp('/settings?tab=notifications', {
    'GET /api/session': session,
    'GET /api/notifications': stored,
    'GET /api/deliveries': aDeliveryList([]),
    [PUT]: stored,
    ...replies,
  })
  await screen.findByRole('switch', { name: 'Send alerts to Slack' })
  const save = () => app.user.click(screen.getByRole('button', { name: 'Save' }))
  const body = async () => {
    await waitFor(() => expect(server.of(PUT)).toHaveLength(1))
    return server.of(PUT)[0]?.body as Body
  }
  return { server, ...app, save, body }
}

const group = (name: string) => within(screen.getByRole('group', { name }))

describe('The Slack section:', () => {
  it('G-04 a webhook URL is saved and switches Slack on', async () => {
    const { user, save, body } = await open()
    await user.type(screen.getByLabelText('Slack webhook URL'), ` ${webhookUrl} `)
    await save()
    expect(await screen.findByText(saved)).toBeDefined()
    expect((await body()).slack).toMatchObject({ isOn: true, webhookUrl: ` ${webhookUrl} ` })
  })

  it.each([
    [
      'of another host',
      'https://example.com/services/T1/B1/abc',
      'Slack webhook URL must start with https://hooks.slack.com/services/',
    ],
    [
      'too long',
      `https://hooks.slack.com/services/${'a'.repeat(2048)}`,
      'Webhook URL is too long (max 2048 characters)',
    ],
    ['with a blank', 'https://hooks.slack.com/services/a b', 'Please enter a valid Slack webhook URL'],
  ])('G-04 a URL %s is refused, with nothing sent', async (_, url, message) => {
    const { user, save, server } = await open()
    await user.click(screen.getByLabelText('Slack webhook URL'))
    await user.paste(url)
    await save()
    expect(await screen.findByText('Invalid Slack Webhook')).toBeDefined()
    expect(screen.getAllByText(message).length).toBeGreaterThan(0)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Slack webhook URL')))
    expect(server.of(PUT)).toHaveLength(0)
  })

  it('G-04 a blank URL is sent as blank, which means none', async () => {
    const { user, save, body } = await open()
    await user.type(screen.getByLabelText('Slack webhook URL'), '  ')
    await save()
    expect((await body()).slack).toMatchObject({ isOn: false, webhookUrl: '  ' })
  })

  it('G-04 a switch without a URL asks for one', async () => {
    const { user, save, server } = await open()
    await user.click(screen.getByRole('switch', { name: 'Send alerts to Slack' }))
    await save()
    expect(await screen.findByText(/^Paste the webhook URL/)).toBeDefined()
    expect(server.of(PUT)).toHaveLength(0)
  })

  it('G-04 a stored URL is masked and kept when it is not replaced', async () => {
    const { save, body } = await open(theNotifications({ slack: { isOn: true, webhookUrlMasked: masked } }))
    expect(screen.getByText(masked)).toBeDefined()
    expect(screen.queryByLabelText('Slack webhook URL')).toBeNull()
    await save()
    expect((await body()).slack).not.toHaveProperty('webhookUrl')
  })

  it('G-04 a stored URL can be removed or replaced, and the change undone', async () => {
    const { user, save, body } = await open(
      theNotifications({ slack: { isOn: true, webhookUrlMasked: masked } }),
    )
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await user.type(screen.getByLabelText('Slack webhook URL'), 'x')
    await user.click(screen.getByRole('button', { name: 'Keep the stored webhook' }))
    expect(screen.getByText(masked)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Remove the Slack webhook' }))
    expect(screen.getByText(/^If you save this field empty, the stored webhook is removed/)).toBeDefined()
    await save()
    expect((await body()).slack).toMatchObject({ isOn: false, webhookUrl: '' })
  })
})

describe('A stored Slack webhook', () => {
  it.each(['', '   '])('G-04 is removed when replaced by %j, and Slack is switched off', async (blank) => {
    const { user, save, body } = await open(
      theNotifications({ slack: { isOn: true, webhookUrlMasked: masked } }),
    )
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    if (blank !== '') await user.type(screen.getByLabelText('Slack webhook URL'), blank)
    expect(screen.getByText(/^If you save this field empty, the stored webhook is removed/)).toBeDefined()
    await save()
    expect(await screen.findByText(saved)).toBeDefined()
    expect((await body()).slack).toMatchObject({ isOn: false, webhookUrl: blank })
  })

  it('G-04 is also removed when it was replaced and emptied again', async () => {
    const { user, save, body } = await open(
      theNotifications({ slack: { isOn: true, webhookUrlMasked: masked } }),
    )
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await user.type(screen.getByLabelText('Slack webhook URL'), 'https://hooks')
    await user.clear(screen.getByLabelText('Slack webhook URL'))
    await save()
    expect((await body()).slack).toMatchObject({ isOn: false, webhookUrl: '' })
  })
})

describe('The email section:', () => {
  it('G-04 the address is required when the channel is on, and starts with the sign-in address', async () => {
    const { user, save, body } = await open()
    expect(screen.queryByLabelText('Notification email')).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Send alerts by email' }))
    const address = screen.getByLabelText('Notification email') as HTMLInputElement
    expect(address.value).toBe('owner@northfold.test')
    await user.fill(address, 'stock@northfold.test')
    await save()
    expect((await body()).email).toMatchObject({ isOn: true, address: 'stock@northfold.test' })
  })

  it('G-04 another address waits for its confirmation, which can be sent again', async () => {
    const waiting = theNotifications({
      email: { isOn: true, address: 'old@northfold.test', pendingAddress: 'stock@northfold.test' },
    })
    const POST = 'POST /api/notifications/email/confirmation'
    const { user, server } = await open(waiting, { [POST]: waiting })
    expect((screen.getByLabelText('Notification email') as HTMLInputElement).value).toBe(
      'stock@northfold.test',
    )
    expect(screen.getByText('Waiting for confirmation.').parentElement?.textContent).toBe(
      'Waiting for confirmation. Open the email sent to stock@northfold.test and follow its link. Until then, alerts go to old@northfold.test.',
    )
    expect(screen.queryByRole('button', { name: 'Send a test message' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText(/^A new email is on its way/)).toBeDefined()
    expect(server.of(POST)).toHaveLength(1)
  })

  it('G-04 a pending address cannot be asked again at once, and the server says when', async () => {
    const message = 'An email is on its way. Ask for another in a minute.'
    const { user } = await open(
      theNotifications({ email: { isOn: true, pendingAddress: 'stock@northfold.test' } }),
      {
        'POST /api/notifications/email/confirmation': new Answer(429, {
          error: { code: 'limit_exceeded', message },
        }),
      },
    )
    expect(screen.getByText(/No alerts are sent there until then/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText(message)).toBeDefined()
  })

  it('G-04 saving with the switch off clears the address', async () => {
    const { user, save, body } = await open(
      theNotifications({ email: { isOn: true, address: 'stock@northfold.test' } }),
    )
    await user.click(screen.getByRole('switch', { name: 'Send alerts by email' }))
    await save()
    expect((await body()).email).toMatchObject({ isOn: false, address: null })
  })

  it.each([
    ['', 'Enter the address that alerts are sent to'],
    ['nowhere', 'Please enter a valid email address'],
  ])('G-04 the text "%s" is not an address', async (typed, message) => {
    const { user, save, server } = await open(
      theNotifications({ email: { isOn: true, address: 'a@b.test' } }),
    )
    const address = screen.getByLabelText('Notification email')
    await user.clear(address)
    if (typed !== '') await user.type(address, typed)
    await save()
    expect(await screen.findByText(message)).toBeDefined()
    expect(server.of(PUT)).toHaveLength(0)
  })
})

describe('The SMS section:', () => {
  it('G-04b the form asks for a number and, in a separate box, for consent', async () => {
    const { user, save, body } = await open()
    await user.click(screen.getByRole('switch', { name: 'Send alerts by SMS' }))
    const box = screen.getByRole('checkbox', { name: /^I agree to SMS/ }) as HTMLInputElement
    expect(box.checked).toBe(false)
    await user.type(screen.getByLabelText('Phone number'), '+1 415 555 2671')
    await user.click(box)
    await save()
    expect((await body()).sms).toMatchObject({ isOn: true, phone: '+1 415 555 2671', hasConsent: true })
  })

  it('G-04b another number clears the box: a consent is for one number', async () => {
    const { user } = await open(theNotifications({ sms: { ...withSms, isConfirmed: true } }))
    const box = screen.getByRole('checkbox', { name: /^I agree to SMS/ }) as HTMLInputElement
    expect(box.checked).toBe(true)
    expect(screen.getByText('Number confirmed, agreed on Nov 20, 2026')).toBeDefined()
    await user.type(screen.getByLabelText('Phone number'), '9')
    expect(box.checked).toBe(false)
    expect(screen.queryByText(/^Number confirmed/)).toBeNull()
  })

  it('G-04b a refusal by the server is shown at its field', async () => {
    const message = 'This number cannot receive messages. Enter the number of a mobile phone.'
    const { user, save } = await open(theNotifications(), {
      [PUT]: new Answer(400, { error: { code: 'invalid_input', message, field: 'sms.phone' } }),
    })
    await user.click(screen.getByRole('switch', { name: 'Send alerts by SMS' }))
    await user.type(screen.getByLabelText('Phone number'), '+1 800 555 0100')
    await save()
    expect(await screen.findByText('Failed to save notification settings')).toBeDefined()
    expect(screen.getByLabelText('Phone number').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText(message)).toHaveLength(2)
  })

  it('G-04b the number is confirmed with the code that is sent to it', async () => {
    const confirmed = theNotifications({ sms: { ...withSms, isConfirmed: true } })
    const { user, server } = await open(theNotifications({ sms: withSms }), {
      'POST /api/notifications/sms/code': { deliveryId: 4 },
      'POST /api/notifications/sms/confirm': ({ body }: Received) =>
        (body as { code: string }).code === '123456'
          ? confirmed
          : failure(400, 'invalid_input', 'This code is not correct. 4 tries are left.'),
    })
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByText('A code is on its way. It works for 10 minutes.')).toBeDefined()
    const code = screen.getByLabelText('Code')
    await user.type(code, '12{Enter}')
    expect(await screen.findByText('Enter the 6 digits of the code')).toBeDefined()
    await user.type(code, '3450{Enter}')
    expect(await screen.findByText('This code is not correct. 4 tries are left.')).toBeDefined()
    await user.fill(code, '123456{Enter}')
    expect(await screen.findByText(/^Number confirmed, agreed/)).toBeDefined()
    expect(server.of(PUT)).toHaveLength(0)
  })

  it('G-04b a phone that replied STOP is told how to start again', async () => {
    const offReason = 'The person at this number replied STOP.'
    await open(theNotifications({ sms: { phone: '+14155552671', isStopped: true, offReason } }))
    expect(group('SMS').getByText(/replied STOP\. To get messages again, send START/)).toBeDefined()
  })

  it('L-01 a server without SMS says so', async () => {
    const session = aSession({ providers: { ...aSession().providers, sms: 'not_set_up' } })
    await open(theNotifications(), { session })
    expect(screen.getByRole('switch', { name: 'Send alerts by SMS' })).toHaveProperty('disabled', true)
    expect(screen.getByText(/^SMS is not set up on this server/)).toBeDefined()
  })
})

describe('Each channel', () => {
  it('W-05 chooses its kinds, urgency and times, collapsed until it is changed', async () => {
    const { user, save, body } = await open(
      theNotifications({ slack: { isOn: true, webhookUrlMasked: masked } }),
    )
    const slack = group('Slack')
    expect(slack.getByText('All alerts. At once.')).toBeDefined()
    expect(slack.queryByRole('combobox', { name: 'How urgent' })).toBeNull()
    await user.click(slack.getByRole('button', { name: 'Change' }))
    await user.click(slack.getByRole('checkbox', { name: 'Low Stock' }))
    await user.choose(slack.getByRole('combobox', { name: 'How urgent' }), 'Out of stock only')
    await user.click(slack.getByRole('radio', { name: 'Weekly digest' }))
    await user.choose(slack.getByRole('combobox', { name: 'Weekday' }), 'Thursday')
    expect(slack.getByText('8:00 AM').parentElement?.textContent).toBe(
      'Stockout Risk, out of stock only. Weekly digest on Thursdays at 8:00 AM.',
    )
    await save()
    expect((await body()).slack).toMatchObject({
      types: ['stockout_risk'],
      urgency: 'out_of_stock',
      timing: 'weekly',
      at: '08:00',
      weekday: 4,
    })
  })

  it('W-05 requires at least one kind of alert', async () => {
    const { user, save, server } = await open(
      theNotifications({ slack: { isOn: true, webhookUrlMasked: masked, types: ['low_stock'] } }),
    )
    await user.click(group('Slack').getByRole('button', { name: 'Change' }))
    await user.click(group('Slack').getByRole('checkbox', { name: 'Low Stock' }))
    await save()
    expect(await screen.findByText('Choose at least one kind of alert')).toBeDefined()
    expect(server.of(PUT)).toHaveLength(0)
  })

  it('W-05 says why it was switched off and what to do', async () => {
    const offReason = 'Slack answered 404 no_service: the webhook does not exist any more'
    await open(theNotifications({ slack: { webhookUrlMasked: masked, offReason } }))
    const slack = group('Slack')
    expect(slack.getByText('Slack was switched off.')).toBeDefined()
    expect(
      slack.getByText(/does not exist any more\. Replace the webhook URL with a working one/),
    ).toBeDefined()
  })

  it.each([
    [{ status: 'sent', providerWords: 'Accepted by Slack' } as const, 'Sent. Accepted by Slack.'],
    [
      { status: 'failed', reason: 'no_answer', providerWords: 'No answer in time', sentAt: null } as const,
      'Not sent. Slack did not answer. Please try again.',
    ],
  ])('shows the outcome of a test message: %o', async (outcome, words) => {
    const { user } = await open(theNotifications({ slack: { isOn: true, webhookUrlMasked: masked } }), {
      'POST /api/notifications/slack/test': { deliveryId: 9 },
      'GET /api/deliveries': aDeliveryList([
        aDelivery({ id: 9, channel: 'slack', kind: 'test', ...outcome }),
      ]),
    })
    await user.click(group('Slack').getByRole('button', { name: 'Send a test message' }))
    expect(await group('Slack').findByText(words)).toBeDefined()
  })

  it('sends no test to a target that is not saved', async () => {
    const { user } = await open(theNotifications({ slack: { isOn: true, webhookUrlMasked: masked } }))
    expect(screen.getByRole('button', { name: 'Send a test message' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    expect(screen.queryByRole('button', { name: 'Send a test message' })).toBeNull()
  })

  it('says where messages go while the sandbox is used', async () => {
    const session = aSession({
      providers: { ...aSession().providers, slack: 'sandbox' },
      sandboxConsoleUrl: 'http://localhost:9999',
    })
    await open(theNotifications(), { session })
    const links = screen.getAllByRole('link', { name: 'the sandbox’s outbox' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['http://localhost:9999/#slack'])
  })
})

describe('The notifications form', () => {
  it('G-04 says that a save failed, and keeps the typed values', async () => {
    const { user, save } = await open(theNotifications(), {
      [PUT]: failure(503, 'internal', 'The database is away.'),
    })
    await user.type(screen.getByLabelText('Slack webhook URL'), webhookUrl)
    await save()
    expect(await screen.findByText('Failed to save notification settings')).toBeDefined()
    expect(screen.getByText('The database is away.')).toBeDefined()
    expect((screen.getByLabelText('Slack webhook URL') as HTMLInputElement).value).toBe(webhookUrl)
    expect(screen.getByText('Not saved yet.')).toBeDefined()
  })

  it('G-04 offers to load the settings again after a failure', async () => {
    let isDown = true
    const { user } = openApp('/settings?tab=notifications', {
      'GET /api/notifications': () => (isDown ? failure(500, 'internal', 'Away.') : theNotifications()),
      'GET /api/deliveries': aDeliveryList([]),
    })
    expect(await screen.findByText('Failed to load notification settings')).toBeDefined()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Slack webhook URL')).toBeDefined()
  })
})
