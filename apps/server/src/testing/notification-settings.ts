import type { ChannelName, SaveNotifications } from '@stockcast/contract'

/** The choices of a channel that is off and, when it is switched on, sends every alert at once. */
const choice = {
  isOn: false,
  types: ['low_stock', 'stockout_risk'],
  urgency: 'all',
  timing: 'at_once',
  at: '08:00',
  weekday: 1,
} satisfies SaveNotifications['slack']

export type ChannelChanges = { [Name in ChannelName]?: Partial<SaveNotifications[Name]> }

/** Returns notification settings with every channel off and no quiet hours, apart from these changes. */
export function notificationSettings({ slack, email, sms }: ChannelChanges = {}): SaveNotifications {
  const phone = { phone: null, hasConsent: false, quietFrom: '00:00', quietTo: '00:00', dailyLimit: 5 }
  return {
    slack: { ...choice, ...slack },
    email: { ...choice, address: null, ...email },
    sms: { ...choice, ...phone, ...sms },
  }
}
