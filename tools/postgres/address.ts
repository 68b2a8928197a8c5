/** Address of a server: a socket folder, or loopback where there are no Unix sockets (Windows). */
export interface DatabaseAddress {
  host: string
  port: number
  password?: string
}

/** Returns a connection URL as `pg` reads it. */
export function databaseUrl(address: DatabaseAddress, user: string, database: string): string {
  const { host, port, password } = address
  const credentials = password ? `${user}:${encodeURIComponent(password)}` : user
  if (!host.startsWith('/')) return `postgresql://${credentials}@${host}:${port}/${database}`
  return `postgresql://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
