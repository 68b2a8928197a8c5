import {
  type AlertWish,
  alertTypes,
  type ChannelName,
  type Notifications,
  type SaveNotifications,
  saveNotificationsSchema,
} from '@stockcast/contract'
import { slackUrlMissing } from '../../ui/messages/notification-texts.ts'

/** What the form shows: the stored values with the changes since. */
export interface Draft {
  slack: Choice & {
    /** Null keeps the stored one. */
    webhookUrl: string | null
  }
  email: Choice & { address: string }
  sms: Choice & {
    phone: string
    hasConsent: boolean
    quietFrom: string
    quietTo: string
    dailyLimit: number
  }
  wish: AlertWish
}
export type Choice = Pick<Notifications['slack'], 'isOn' | 'types' | 'urgency' | 'timing' | 'at' | 'weekday'>
export type Changes = { [Name in keyof Draft]?: Partial<Draft[Name]> }
/** Sentences by the path of the field, such as `sms.phone`. */
export type Faults = Readonly<Record<string, string>>

/** Returns what the form shows. */
export function getDraft(stored: Notifications, changes: Changes): Draft {
  const { slack, email, sms } = stored
  return {
    slack: {
      ...getChoice(slack),
      webhookUrl: slack.webhookUrlMasked === null ? '' : null,
      ...changes.slack,
    },
    email: { ...getChoice(email), address: email.pendingAddress ?? email.address ?? '', ...changes.email },
    sms: {
      ...getChoice(sms),
      phone: sms.phone ?? '',
      hasConsent: sms.consentAt !== null,
      quietFrom: sms.quietFrom,
      quietTo: sms.quietTo,
      dailyLimit: sms.dailyLimit,
      ...changes.sms,
    },
    wish: { ...stored.wish, ...changes.wish },
  }
}

function getChoice({ isOn, types, urgency, timing, at, weekday }: Notifications[ChannelName]): Choice {
  return { isOn, types, urgency, timing, at, weekday }
}

/** Returns whether there is anything to save. */
export function hasChanges(stored: Notifications, changes: Changes): boolean {
  return JSON.stringify(getDraft(stored, changes)) !== JSON.stringify(getDraft(stored, {}))
}

/**
 * Returns whether saving removes the stored webhook, because its field was emptied; Slack is then off (G-04).
 */
export const removesWebhook = (stored: Notifications, { slack }: Draft): boolean =>
  stored.slack.webhookUrlMasked !== null && slack.webhookUrl?.trim() === ''

/** Returns what is sent to the server. Fields that are not visible never cause an error. */
export function getRequest(stored: Notifications, draft: Draft): SaveNotifications {
  const { slack, email, sms, wish } = draft
  const { webhookUrl, ...rest } = slack
  const choice = removesWebhook(stored, draft) ? { ...rest, isOn: false } : rest
  const { quietFrom, quietTo, phone } = sms
  return {
    slack: { ...withHiddenFields(choice), ...(webhookUrl === null ? {} : { webhookUrl }) },
    email: { ...withHiddenFields(email), address: email.isOn ? email.address : null },
    sms: {
      ...withHiddenFields(sms),
      phone: phone.trim() === '' ? null : phone,
      quietFrom: sms.isOn ? quietFrom : quietFrom || '21:00',
      quietTo: sms.isOn ? quietTo : quietTo || '08:00',
    },
    ...(stored.hasTeam ? { wish } : {}),
  }
}

/** Returns a choice with valid values in the fields that are hidden and were left empty. */
function withHiddenFields<Settings extends Choice>(choice: Settings): Settings {
  const { isOn, types, timing, at } = choice
  const isTimeShown = isOn && timing !== 'at_once'
  return {
    ...choice,
    types: isOn || types.length > 0 ? types : [...alertTypes],
    at: isTimeShown || at !== '' ? at : '08:00',
  }
}

/** Returns what the server would refuse, by field; the first message of each. */
export function getFaults(stored: Notifications, draft: Draft): Faults {
  const request = getRequest(stored, draft)
  const read = saveNotificationsSchema.safeParse(request)
  const faults = new Map<string, string>()
  for (const { path, message } of read.error?.issues ?? []) {
    const field = path.slice(0, 2).join('.')
    if (!faults.has(field)) faults.set(field, message)
  }
  const { isOn, webhookUrl } = request.slack
  if (isOn && webhookUrl?.trim() === '' && !faults.has('slack.webhookUrl')) {
    faults.set('slack.webhookUrl', slackUrlMissing)
  }
  return Object.fromEntries(faults)
}
