import classes from './sandbox-notice.module.css'
import { useSession } from './use-session.ts'

const list = new Intl.ListFormat('en-US')

/** Says which providers the sandbox replaces, and links to its console. */
export function SandboxNotice() {
  const { sandboxConsoleUrl, providers } = useSession()
  if (sandboxConsoleUrl === null) return null
  const fakes = [
    ...(providers.shopify === 'sandbox' ? ['Shopify'] : []),
    ...(providers.stripe === 'sandbox' ? ['payments'] : []),
    ...(providers.mail === 'sandbox' ? ['email'] : []),
    ...(providers.slack === 'sandbox' ? ['Slack'] : []),
    ...(providers.sms === 'sandbox' ? ['SMS'] : []),
  ]
  return (
    <p className={classes.notice}>
      {`Sandbox in use${fakes.length === 0 ? '' : ` for ${list.format(fakes)}`}.`}{' '}
      <a href={sandboxConsoleUrl} target="_blank" rel="noreferrer">
        Open the console
      </a>
    </p>
  )
}
