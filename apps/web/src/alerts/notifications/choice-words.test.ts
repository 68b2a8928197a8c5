import { describe, expect, it } from 'vitest'
import { theNotifications } from '../../testing/notification-fixtures.ts'
import { choiceWords } from './choice-words.ts'
import { getDraft, getFaults, getRequest } from './draft.ts'

const { slack, sms } = getDraft(theNotifications(), {})

it.each([
  [slack, 'All alerts. At once.'],
  [{ ...slack, types: ['low_stock' as const] }, 'Low Stock only. At once.'],
  [
    { ...slack, types: ['stockout_risk' as const], urgency: 'likely' as const },
    'Stockout Risk, likely to run out, or out of stock. At once.',
  ],
  [{ ...slack, timing: 'daily' as const, at: '17:30', weekday: 4 }, 'All alerts. Daily digest at 5:30 PM.'],
  [
    { ...slack, timing: 'weekly' as const, at: '00:05', weekday: 7 },
    'All alerts. Weekly digest on Sundays at 12:05 AM.',
  ],
  [sms, 'Out of stock only. At once, not between 9:00 PM and 8:00 AM, at most 5 a day.'],
  [{ ...sms, quietFrom: '08:00' }, 'Out of stock only. At once, at most 5 a day.'],
])('What a channel takes and when, in one line: choice %# in words', (choice, words) => {
  expect(choiceWords(choice)).toBe(words)
})

describe('The form', () => {
  it('G-04 does not fail on fields that are not visible', () => {
    const stored = theNotifications()
    const folded = { isOn: false, types: [], at: '' }
    const draft = getDraft(stored, {
      slack: folded,
      email: { ...folded, address: 'nowhere' },
      sms: { ...folded, quietFrom: '', quietTo: '' },
    })
    expect(getFaults(stored, draft)).toEqual({})
    expect(getRequest(stored, draft).email).toMatchObject({ isOn: false, address: null })
  })

  it('W-05 requires the time of a digest', () => {
    const stored = theNotifications({ slack: { webhookUrlMasked: '…' } })
    const draft = getDraft(stored, { slack: { isOn: true, timing: 'daily', at: '' } })
    expect(getFaults(stored, draft)).toEqual({ 'slack.at': 'Use a time of day such as 08:00' })
  })
})
