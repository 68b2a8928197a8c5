import type { ChannelName, Timing, Urgency } from '@stockcast/contract'
import { type Message, toSentence } from './error-messages.ts'

const failures = {
  load: 'Failed to load notification settings',
  save: 'Failed to save notification settings',
  test: 'Failed to send a test message',
  send_code: 'Failed to send a code',
  confirm_code: 'This code was not accepted',
  confirm_address: 'Failed to send the email again',
  load_deliveries: 'Failed to load messages',
  retry_delivery: 'Failed to send the message again',
} as const

export const notificationFailure = (action: keyof typeof failures, error: unknown): Message => ({
  title: failures[action],
  message: toSentence(error),
})

/** G-04 */
export const invalidSlackWebhook = (message: string): Message => ({ title: 'Invalid Slack Webhook', message })

export const checkFields: Message = {
  title: failures.save,
  message: 'Check the marked fields. Nothing was changed.',
}

/**
 * Returns what was saved, and what is left to do where a phone awaits its code or an address its link
 * (G-04).
 */
export const notificationsSaved = (awaited: { code: boolean; link: boolean }): Message => ({
  title: 'Notification settings saved successfully',
  message: [
    ...(awaited.code ? ['SMS alerts start once the number is confirmed with a code.'] : []),
    ...(awaited.link ? ['Email alerts start once the link in the email is opened.'] : []),
  ].join(' '),
})

/** Returns what accepting the offer of a daily mail has started. */
export const alertMailsOn = (email: { address: string | null; pendingAddress: string | null }): Message => ({
  title: 'Alerts come by email once a day',
  message:
    email.address === null
      ? `They start once the link in the email to ${email.pendingAddress ?? 'you'} is opened.`
      : 'The first comes at 8:00 AM. Time and channels are in Settings, Notifications.',
})

export const alertMailsOff: Message = {
  title: 'No alert is sent',
  message: 'You can change that in Settings, Notifications.',
}

export const phoneConfirmed: Message = { title: 'Number confirmed', message: '' }

export const slackUrlMissing = 'Paste the webhook URL of your Slack channel, or switch Slack off.'

export const urgencyLabels: Record<Urgency, string> = {
  all: 'All alerts',
  likely: 'Likely to run out, or out of stock',
  out_of_stock: 'Out of stock only',
}

export const timingLabels: Record<Timing, string> = {
  at_once: 'At once',
  daily: 'Daily digest',
  weekly: 'Weekly digest',
}

/** 1 Monday to 7 Sunday. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** What a merchant can do about a channel that was switched off. */
export const offSteps: Record<ChannelName, string> = {
  slack: 'Replace the webhook URL with a working one, switch Slack on and save.',
  email: 'Enter a working address, switch email on and save.',
  sms: 'Enter a number that can receive SMS, tick the box and save.',
}

export const stoppedStep =
  'To get messages again, send START from that phone, then tick the box, switch SMS on and save.'
