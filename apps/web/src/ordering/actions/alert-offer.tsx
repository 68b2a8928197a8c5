import { Button, Group } from '@mantine/core'
import { notificationsApi } from '@stockcast/contract'
import { IconMail } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { notificationsQuery, queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { alertMailsOff, alertMailsOn, notificationFailure } from '../../ui/messages/notification-texts.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { WithTimes } from '../../ui/with-times.tsx'
import classes from './actions.module.css'

/** Asks a merchant whose channels are all off, once, whether alerts go to the address of the account. */
export default function AlertOffer() {
  const { email, isDemo, isDemoUser, isReadOnly } = useSession().merchant
  const isOwn = !isDemo && !isDemoUser && !isReadOnly
  const { data } = useQuery({ ...notificationsQuery(), enabled: isOwn })
  const answer = useAnswer()
  if (!isOwn || data?.isOffered !== true) return null
  return (
    <Banner
      title={`Send these to ${email}?`}
      icon={<IconMail className={classes.wide} size={18} stroke={1.75} aria-hidden />}
      action={
        <Group gap="xs">
          <Button size="xs" onClick={() => answer.mutate(false)} disabled={answer.isPending}>
            No, thanks
          </Button>
          <Button size="xs" variant="filled" onClick={() => answer.mutate(true)} loading={answer.isPending}>
            Send a daily email
          </Button>
        </Group>
      }
    >
      <span className={classes.wide}>
        <WithTimes>
          Alerts reach you only on screen so far. One email a day at 8:00 AM, and none on days without news.
        </WithTimes>
      </span>
    </Banner>
  )
}

function useAnswer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isAccepted: boolean) => call(notificationsApi.answerOffer, { body: { isAccepted } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.notifications, saved)
      notifySuccess(saved.email.isOn ? alertMailsOn(saved.email) : alertMailsOff)
    },
    onError: (error) => notifyFailure(notificationFailure('save', error)),
  })
}
