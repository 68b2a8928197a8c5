import { createServer } from 'node:net'
import { Problem } from '../problem.ts'

/** Refuses a port that another program uses. `name` is the variable that changes it. */
export async function requireFreePort(args: { name: string; port: number; host: string }): Promise<void> {
  const { name, port, host } = args
  // "localhost" may resolve to ::1 first, so a program that uses the port there would be opened instead.
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host]
  for (const each of hosts) {
    const code = await listenError(port, each)
    if (code === 'EADDRINUSE') {
      throw new Problem(
        `Port ${port} is used by another program: stop it, or choose another one, for example ${name}=${port + 100}.`,
      )
    }
    if (code === 'EACCES') throw new Problem(`Port ${port} needs more rights: set ${name} to 1024 or higher.`)
    if (code === 'EADDRNOTAVAIL' && each === host) {
      throw new Problem(`This machine has no address ${host}: set HOST to one of its own.`)
    }
  }
}

function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
