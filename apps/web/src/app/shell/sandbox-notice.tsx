import { useSession } from '../../session/use-session.ts'
import classes from './sandbox-notice.module.css'

/** Says that a stand-in answers in place of Shopify, and where it is steered. */
export function SandboxNotice() {
  const { sandboxConsoleUrl } = useSession()
  if (sandboxConsoleUrl === null) return null
  return (
    <p className={classes.notice}>
      Sandbox in use: Shopify and mail are stand-ins.{' '}
      <a href={sandboxConsoleUrl} target="_blank" rel="noreferrer">
        Open the console
      </a>
    </p>
  )
}
