import { type Reading, shown } from './reading.ts'
import { cellText } from './text.ts'

const trueWords = new Set([
  'true',
  'yes',
  'y',
  '1',
  'x',
  'on',
  'ja',
  'oui',
  'si',
  'sí',
  'wahr',
  'vrai',
  '✓',
  '✔',
])
const falseWords = new Set(['false', 'no', 'n', '0', 'off', 'nein', 'non', 'falsch', 'faux', '-'])

/** Reads yes or no. */
export function readFlag(cell: string): Reading<boolean> {
  const word = cellText(cell).toLowerCase()
  if (trueWords.has(word)) return { value: true }
  if (falseWords.has(word)) return { value: false }
  return { reason: `${shown(cell)} is neither yes nor no` }
}
