import { describe, expect, it } from 'vitest'
import { repeatedMails } from './sequence.ts'

const mail = (subject: string, text = 'words') => ({ subject, text })
const none = { cancelled: 0, expired: 0 }

describe('the check that no mail about billing is sent twice', () => {
  it.each(['Your subscription is cancelled', 'Your trial has ended', 'Your subscription has ended'])(
    'finds a second mail "%s" after one change of status',
    (subject) => {
      const changes = { cancelled: 1, expired: 1 }
      expect(repeatedMails([mail(subject), mail(subject)], changes)).toEqual([subject])
      expect(repeatedMails([mail(subject)], changes)).toEqual([])
    },
  )

  it('allows a second cancellation mail after a second cancellation, and no third', () => {
    const subject = 'Your subscription is cancelled'
    const changes = { ...none, cancelled: 2 }
    expect(repeatedMails([mail(subject), mail(subject)], changes)).toEqual([])
    expect(repeatedMails([mail(subject), mail(subject), mail(subject)], changes)).toEqual([subject])
  })

  it('finds a mail about an end that never happened', () => {
    expect(repeatedMails([mail('Your trial has ended')], none)).toEqual(['Your trial has ended'])
  })

  it('finds a receipt that is sent twice with the same text, and allows a different one', () => {
    const subject = 'Receipt for $10'
    expect(repeatedMails([mail(subject), mail(subject)], none)).toEqual([subject])
    expect(repeatedMails([mail(subject), mail(subject, 'other words')], none)).toEqual([])
  })
})
