/** A page that is still shown after this long was not left. */
const STILL_HERE_MS = 15_000

/**
 * Waits while the browser goes to another page, so that the button that led there stays busy: until this
 * page is shown again from the browser's memory, or was not left after all.
 */
export function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', onShow)
      resolve()
    }
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && done()
    const timer = setTimeout(done, STILL_HERE_MS)
    window.addEventListener('pageshow', onShow)
  })
}
