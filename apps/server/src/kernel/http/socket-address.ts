/**
 * Returns the network address at the other end of the connection, from what the HTTP server passes as
 * `c.env`.
 */
export function socketAddress(env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  // Without a socket the caller is this process.
  return incoming?.socket?.remoteAddress ?? '127.0.0.1'
}
