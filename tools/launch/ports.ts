import { listenError } from '../postgres/local-address.ts'
import { Problem } from '../problem.ts'
import type { LaunchConfig } from './config.ts'

/** Refuses a port that the product needs and another program uses. */
export async function requirePorts(config: LaunchConfig): Promise<void> {
  const { host, port, sandboxPort, sandboxSmtpPort } = config
  await requireFreePort({ name: 'PORT', port, host })
  if (!config.needsSandbox) return
  await requireFreePort({ name: 'SANDBOX_PORT', port: sandboxPort, host: '127.0.0.1' })
  await requireFreePort({ name: 'SANDBOX_SMTP_PORT', port: sandboxSmtpPort, host: '127.0.0.1' })
}

/** `name` is the variable that changes it. */
async function requireFreePort(args: { name: string; port: number; host: string }): Promise<void> {
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
