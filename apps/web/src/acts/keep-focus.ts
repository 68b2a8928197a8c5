/** The focus of a button that went away goes to the title of the page. */
export function keepFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
}
