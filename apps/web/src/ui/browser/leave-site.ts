/** Opens a page of another site, for example a provider's. Refuses anything but web addresses. */
export function leaveSite(address: string): void {
  const { protocol } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`Refused to open a ${protocol} address`)
  window.location.assign(address)
}
