/** Scrolls a row that is wider than the screen to one of its items; the page does not scroll. */
export function showInRow(row: HTMLElement | null, item: HTMLElement | null | undefined): void {
  if (row && item) row.scrollLeft = item.offsetLeft - (row.clientWidth - item.offsetWidth) / 2
}
