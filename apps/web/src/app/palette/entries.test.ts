import { IconBox } from '@tabler/icons-react'
import { expect, it, vi } from 'vitest'
import { matchingEntries, type PaletteEntry } from './entries.ts'

const entry = (label: string, words?: string): PaletteEntry => ({
  id: label,
  group: 'Screens',
  label,
  icon: IconBox,
  run: vi.fn(),
  ...(words === undefined ? {} : { words }),
})
const entries = [
  entry('Alert History', 'alerts'),
  entry('Export CSV', 'download'),
  entry('Café sales'),
  entry('Trends'),
]

it.each([
  { text: '', found: ['Alert History', 'Export CSV', 'Café sales', 'Trends'] },
  { text: '   ', found: ['Alert History', 'Export CSV', 'Café sales', 'Trends'] },
  { text: 'ALERT', found: ['Alert History'] },
  { text: 'csv exp', found: ['Export CSV'] },
  { text: 'download', found: ['Export CSV'] },
  { text: 'cafe', found: ['Café sales'] },
  { text: 'trends csv', found: [] },
])('matchingEntries: the text "$text" finds $found', ({ text, found }) => {
  expect(matchingEntries(entries, text).map(({ label }) => label)).toEqual(found)
})
