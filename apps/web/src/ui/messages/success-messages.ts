import type { Message } from './error-messages.ts'

export const successMessages = {
  alertResolved: { title: 'Alert Resolved', message: '' },
  settingsSaved: { title: 'Global settings saved successfully', message: '' },
  productSettingsSaved: { title: 'Product settings saved successfully', message: '' },
  sensitivitySaved: { title: 'Setting saved', message: 'Alerts and order dates update in a moment.' },
  demoLoaded: { title: 'Demo data loaded', message: 'Its forecasts are being calculated.' },
  accountKept: { title: 'Account kept', message: 'Sign in with this email address from now on.' },
  signedUp: { title: 'Account created', message: 'Next: your trial, then your store.' },
  confirmationSent: {
    title: 'Check your email',
    message: 'Open the link in the email to confirm your address and sign in.',
  },
  resetRequested: {
    title: 'Check your email',
    message: 'If an account exists for this address, a link is on its way.',
  },
  passwordChanged: { title: 'Password changed', message: 'Sign in with your new password.' },
} as const satisfies Record<string, Message>
