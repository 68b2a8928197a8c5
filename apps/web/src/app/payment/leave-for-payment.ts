import { leaveSite } from '../browser/leave-site.ts'

/** `left`: this page goes there. `new_tab`: another one does. `blocked`: the browser allowed neither. */
export type Departure = 'left' | 'new_tab' | 'blocked'

/** P-02: payment pages refuse to be framed, so a framed app leaves its frame, or opens a tab where it may not. */
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

/** A tab that cannot reach back into this one; null where the browser blocks it. */
export function openTab(address: string, from: Pick<Window, 'open'> = window): Window | null {
  const tab = from.open(address, '_blank')
  if (tab !== null) tab.opener = null
  return tab
}
