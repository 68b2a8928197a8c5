const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns whether the address is on this machine: the sandbox posts and redirects nowhere else. */
export function isOwnMachine(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  return (url.protocol === 'http:' || url.protocol === 'https:') && LOOPBACK.has(url.hostname)
}
