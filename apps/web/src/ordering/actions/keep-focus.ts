/** Moves the focus to the title of the page when the focused button has gone. */
export function keepFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
}
