import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/** Keeps the chosen one of a row of tabs or segments in sight, in a resized window too; the page does not scroll. */
export function useChosenInSight<Row extends HTMLElement>(tabs: unknown) {
  const row = useRef<Row>(null)
  const show = () => {
    const chosen = row.current?.querySelector<HTMLElement>(
      '[aria-current], [aria-selected="true"], [data-active]',
    )
    if (row.current && chosen)
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs move the chosen one.
  useEffect(show, [tabs])
  useWindowEvent('resize', show)
  return row
}
