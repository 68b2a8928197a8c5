import { Button } from '@mantine/core'
import { accountApi, type SignedInDevice } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation, useReload } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { formatLongInstant } from '../../ui/format/days.ts'
import { accountSuccess } from '../../ui/messages/account-texts.ts'
import { notifySuccess, tellFailure } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'
import { WithTimes } from '../../ui/with-times.tsx'

/** Lists where the account is signed in; each device can be signed out, and all at once. */
export function DeviceList({ devices }: { devices: readonly SignedInDevice[] }) {
  const leave = useSignOut()
  const signOutAll = useMutation({
    mutationFn: () => call(accountApi.signOutDevices),
    onSuccess: () => leave(),
    onError: tellFailure('sign_out_device'),
  })
  const signOutOne = useMutation({
    mutationFn: (id: string) => call(accountApi.signOutDevice, { params: { id } }),
    onSuccess: () => notifySuccess(accountSuccess.deviceSignedOut),
    onError: tellFailure('sign_out_device'),
    onSettled: useReload(queryKeys.account),
  })
  return (
    <>
      <ul className={classes.list}>
        {devices.map((device) => (
          <Device
            key={device.id}
            device={device}
            onSignOut={() => signOutOne.mutate(device.id)}
            isBusy={signOutOne.isPending && signOutOne.variables === device.id}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <p className={classes.footNote}>Signs out this device too.</p>
        <Button onClick={() => signOutAll.mutate()} loading={signOutAll.isPending}>
          Sign out everywhere
        </Button>
      </div>
    </>
  )
}

interface DeviceProps {
  device: SignedInDevice
  onSignOut: () => void
  isBusy: boolean
}

function Device({ device, onSignOut, isBusy }: DeviceProps) {
  const { timeZone } = useSession().merchant
  const at = (instant: string) => formatLongInstant(instant, timeZone)
  return (
    <li className={classes.split}>
      <div className={classes.storeText}>
        <p>
          <b>{device.device}</b>
          {device.isCurrent && ' (this device)'}
        </p>
        <p>
          <WithTimes>
            {device.isCurrent ? `Signed in ${at(device.signedInAt)}` : `Last seen ${at(device.lastSeenAt)}`}
          </WithTimes>
        </p>
      </div>
      {!device.isCurrent && (
        <Button size="xs" onClick={onSignOut} loading={isBusy} aria-label={`Sign out ${device.device}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}
