import type { ChannelName } from '@stockcast/contract'
import { useSession } from '../../session/use-session.ts'
import settings from '../../ui/settings/settings.module.css'

const providerOf = { slack: 'slack', email: 'mail', sms: 'sms' } as const

/** Links to the sandbox's messages: none leave this machine while the sandbox takes them. */
export function SandboxOutbox({ channel }: { channel: ChannelName }) {
  const { providers, sandboxConsoleUrl } = useSession()
  const provider = providerOf[channel]
  if (providers[provider] !== 'sandbox' || sandboxConsoleUrl === null) return null
  return (
    <p className={settings.quiet}>
      Sandbox in use: messages go to{' '}
      <a
        href={`${sandboxConsoleUrl}/#${provider}`}
        target="_blank"
        rel="noreferrer"
        className={settings.link}
      >
        the sandbox’s outbox
      </a>
      .
    </p>
  )
}
