import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export const paletteGroups = ['Products', 'Screens', 'Actions'] as const

/** One result of the search; choosing it runs it. */
export interface PaletteEntry {
  id: string
  group: (typeof paletteGroups)[number]
  label: string
  icon: TablerIcon
  /** Other words that find it. */
  words?: string
  hint?: string | null
  mark?: ReactNode
  run: () => void
}

const MARKS_OVER_LETTERS = /\p{Diacritic}/gu
const fold = (text: string) => text.normalize('NFD').replace(MARKS_OVER_LETTERS, '').toLowerCase()

/**
 * Returns the entries that contain every typed word, in any case and order; all of them when nothing is
 * typed.
 */
export function matchingEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  return entries.filter(({ label, words: others = '' }) => {
    const searched = fold(`${label} ${others}`)
    return words.every((word) => searched.includes(word))
  })
}
