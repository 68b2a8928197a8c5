import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const ROWS = 'tr[data-key]'

interface ListKeys {
  onToggle: (variantId: number) => void
  onDrafts: () => void
}

/**
 * Moves through the rows of all tables inside `area` by arrows or J and K, edits by Enter, selects by Space
 * and creates drafts by D. The keys work while the list, the page's title or nothing has the focus, and never in a
 * field. Returns the row that Tab reaches; null stands for the first.
 */
export function useListKeys(area: RefObject<HTMLElement | null>, { onToggle, onDrafts }: ListKeys) {
  const [current, setCurrent] = useState<number | null>(null)
  const handlers = useRef({ onToggle, onDrafts })
  useEffect(() => {
    handlers.current = { onToggle, onDrafts }
  })
  const move = useCallback((from: Element | null, by: number) => moveFocus(area.current, from, by), [area])

  useEffect(() => {
    const element = area.current
    if (element === null) return
    const onFocus = ({ target }: FocusEvent) => {
      const row = toRow(target)
      if (row !== null) setCurrent(toKey(row))
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
      const row = toRow(event.target)
      const act = getAction(event, row, { move, ...handlers.current })
      if (act === null) return
      event.preventDefault()
      act()
    }
    element.addEventListener('focusin', onFocus)
    // A page that was opened by its address has the focus nowhere.
    document.addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [area, move])
  return { current, move }
}

interface Actions extends ListKeys {
  move: (from: Element | null, by: number) => void
}

function getAction(
  { key, target }: KeyboardEvent,
  row: HTMLElement | null,
  { move, onToggle, onDrafts }: Actions,
): (() => void) | null {
  const isDown = key === 'ArrowDown' || key === 'j'
  if (row === null) {
    const isOutside = target instanceof HTMLElement && !target.matches('body, [data-page-title]')
    if (isOutside) return null
    if (isDown) return () => move(null, 1)
    return key === 'd' ? onDrafts : null
  }
  if (isDown) return () => move(row, 1)
  if (key === 'ArrowUp' || key === 'k') return () => move(row, -1)
  if (key === 'd') return onDrafts
  // On a link or a button inside the row, these keys are its own.
  if (target !== row) return null
  if (key === 'Enter') return () => row.querySelector<HTMLInputElement>('input[data-quantity]')?.focus()
  if (key === ' ') return () => onToggle(toKey(row))
  return null
}

function moveFocus(area: HTMLElement | null, from: Element | null, by: number): void {
  const rows = [...(area?.querySelectorAll<HTMLElement>(ROWS) ?? [])]
  const at = from === null ? -1 : rows.findIndex((row) => row.isSameNode(from))
  const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

const toRow = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(ROWS) : null

const toKey = (row: HTMLElement): number => Number(row.dataset.key)

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox'
