import { Button, Group } from '@mantine/core'
import type { Account } from '@stockcast/contract'
import { useState } from 'react'
import { queryKeys } from '../../api/queries.ts'
import { useReload } from '../../api/use-mutation.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import classes from '../../ui/settings/settings.module.css'
import { TwoFactorDialog, type TwoFactorTask } from './two-factor-dialog.tsx'

/** Shows two-step sign-in, which is off until a first code was right. */
export function TwoFactor({ account }: { account: Account }) {
  const [task, setTask] = useState<TwoFactorTask | null>(null)
  const reload = useReload(queryKeys.account)
  // New backup codes are shown at once, without waiting for the account to be read again.
  const done = () => void reload()
  const left = account.backupCodesLeft ?? 0
  return (
    <div className={classes.split}>
      <div className={classes.storeText}>
        <p>
          <b>{account.hasTwoFactor ? 'On' : 'Off'}</b>
        </p>
        <p>
          {account.hasTwoFactor
            ? `${formatCount(left, 'backup code')} left.`
            : 'Your password alone is enough to sign in.'}
        </p>
      </div>
      {account.hasTwoFactor ? (
        <Group gap={8}>
          <Button onClick={() => setTask('codes')}>New backup codes</Button>
          <Button onClick={() => setTask('end')}>Turn off</Button>
        </Group>
      ) : (
        <Button onClick={() => setTask('begin')}>Set up</Button>
      )}
      <TwoFactorDialog task={task} onClose={() => setTask(null)} onDone={done} />
    </div>
  )
}
