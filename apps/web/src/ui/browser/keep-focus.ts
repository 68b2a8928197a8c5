/** Moves the focus to the title of the page. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
}

/** Moves the focus to the title of the page when the focused button has gone. */
export function keepFocus(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusTitle()
}
