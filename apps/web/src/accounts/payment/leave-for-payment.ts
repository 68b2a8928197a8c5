import { leaveSite } from '../../ui/browser/leave-site.ts'

/** `left`: this tab goes to the page. `new_tab`: another tab does. `blocked`: the browser allowed neither. */
export type Departure = 'left' | 'new_tab' | 'blocked'

/**
 * Leaves for a payment page (P-02). Payment pages refuse to be framed, so a framed app leaves its frame, or
 * opens a tab where it may not.
 */
export function leaveForPayment(
  address: string,
  from: Pick<Window, 'self' | 'top' | 'open'> = window,
): Departure {
  if (from.top === null || from.self === from.top) {
    leaveSite(address)
    return 'left'
  }
  try {
    from.top.location.href = address
    return 'left'
  } catch {
    return openTab(address, from) === null ? 'blocked' : 'new_tab'
  }
}

/** Opens a tab that cannot reach back into this one; returns null if the browser blocks it. */
export function openTab(address: string, from: Pick<Window, 'open'> = window): Window | null {
  const tab = from.open(address, '_blank')
  if (tab !== null) tab.opener = null
  return tab
}
