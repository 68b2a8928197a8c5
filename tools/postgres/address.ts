/** Where a server listens: a socket folder, or loopback where there are no sockets (Windows). */
export interface DatabaseAddress {
  host: string
  port: number
  password?: string
}

/** A connection URL as `pg` reads it. */
export function databaseUrl(address: DatabaseAddress, user: string, database: string): string {
  const { host, port, password } = address
  const credentials = password ? `${user}:${encodeURIComponent(password)}` : user
  if (!host.startsWith('/')) return `postgresql://${credentials}@${host}:${port}/${database}`
  return `postgresql://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
