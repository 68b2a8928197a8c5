import { useSession } from '../../session/use-session.ts'
import classes from './sandbox-notice.module.css'

/** Says that a stand-in answers in place of Shopify, and where it is steered. */
export function SandboxNotice() {
  const { sandboxConsoleUrl, providers } = useSession()
  if (sandboxConsoleUrl === null) return null
  const standIns = [
    ...(providers.shopify === 'sandbox' ? ['Shopify'] : []),
    ...(providers.mail === 'sandbox' ? ['mail'] : []),
  ]
  return (
    <p className={classes.notice}>
      {`Sandbox in use${standIns.length === 0 ? '' : ` for ${standIns.join(' and ')}`}.`}{' '}
      <a href={sandboxConsoleUrl} target="_blank" rel="noreferrer">
        Open the console
      </a>
    </p>
  )
}
