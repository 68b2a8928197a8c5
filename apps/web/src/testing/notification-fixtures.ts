import type { Delivery, DeliveryList, Notifications } from '@stockcast/contract'
import { NOW } from './fixtures.ts'

type Changes = { [Name in 'slack' | 'email' | 'sms']?: Partial<Notifications[Name]> }

/** Everything off, as before anything was saved. */
export function theNotifications(changes: Changes = {}): Notifications {
  const choice = {
    isOn: false,
    types: ['low_stock', 'stockout_risk'] as Notifications['slack']['types'],
    urgency: 'all' as const,
    timing: 'at_once' as const,
    at: '08:00',
    weekday: 1,
    offReason: null,
  }
  return {
    timeZone: 'America/New_York',
    isOffered: false,
    hasTeam: false,
    wish: { supplierIds: null, vendors: null, tags: null, quietFrom: '00:00', quietTo: '00:00' },
    slack: { ...choice, webhookUrlMasked: null, ...changes.slack },
    email: { ...choice, address: null, pendingAddress: null, ...changes.email },
    sms: {
      ...choice,
      urgency: 'out_of_stock',
      phone: null,
      isConfirmed: false,
      consentAt: null,
      consentText: 'I agree to SMS of Stockcast to this number.',
      isStopped: false,
      quietFrom: '21:00',
      quietTo: '08:00',
      dailyLimit: 5,
      ...changes.sms,
    },
  }
}

export function aDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    id: 1,
    createdAt: NOW,
    channel: 'email',
    kind: 'alerts',
    status: 'sent',
    alerts: 3,
    leftOut: 0,
    summary: '3 products need an order',
    attempts: 1,
    nextTryAt: null,
    sentAt: NOW,
    reason: 'accepted',
    providerWords: 'Accepted by the mail server',
    canRetry: false,
    ...changes,
  }
}

export function aDeliveryList(deliveries: Delivery[], changes: Partial<DeliveryList> = {}): DeliveryList {
  return {
    deliveries,
    total: deliveries.length,
    page: 1,
    pageSize: 50,
    waiting: { slack: 0, email: 0, sms: 0 },
    ...changes,
  }
}
