/** Goes to a page of another site, a provider's. Only web addresses; anything else is refused. */
export function leaveSite(address: string): void {
  const { protocol } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`Refused to open a ${protocol} address`)
  window.location.assign(address)
}
