import { expect, it } from 'vitest'
import { anOrderRow } from '../../testing/purchase-order-fixtures.ts'
import { TODAY } from '../../testing/stock-fixtures.ts'
import { expectedWords, mailNote } from './orders-words.ts'

it.each([
  { status: 'ordered', mailStatus: 'failed', note: { text: 'Email not delivered', isFault: true } },
  { status: 'ordered', mailStatus: 'waiting', note: { text: 'Email is being sent', isFault: false } },
  { status: 'ordered', mailStatus: 'sent', note: null },
  { status: 'received', mailStatus: 'failed', note: null },
] as const)('a $mailStatus mail of an order that is $status is noted as $note', ({ note, ...row }) => {
  expect(mailNote(row)).toEqual(note)
})

it.each([
  { status: 'ordered', isLate: true, note: '4 days late' },
  { status: 'partly_received', isLate: false, note: '4 days past' },
  { status: 'received', isLate: false, note: '' },
] as const)('the day of an order that is $status has the note "$note"', ({ note, ...row }) => {
  expect(expectedWords(anOrderRow(row), TODAY)).toEqual({ text: 'Nov 16', note })
})
