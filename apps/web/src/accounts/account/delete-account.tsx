import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMutation } from '../../api/use-mutation.ts'
import { deleteAccount } from '../../session/auth-client.ts'
import { useSession } from '../../session/use-session.ts'
import { accountFailure, accountSuccess } from '../../ui/messages/account-texts.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'
import { ErrorState } from '../../ui/states.tsx'
import { checkPassword } from '../auth/credentials.ts'

export function DeleteAccount() {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <div className={classes.split}>
      <p>Products, sales, forecasts, alerts and settings are deleted. A subscription ends at once.</p>
      <Button color="vermilion" variant="outline" onClick={open}>
        Delete my account
      </Button>
      <Modal opened={isOpen} onClose={close} title="Delete your account?">
        <DeletionForm onCancel={close} />
      </Modal>
    </div>
  )
}

function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const { merchant, user } = useSession()
  const shopNames = user.role === 'owner' ? [merchant.shopName, merchant.shopDomain] : []
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isNamed = (typed: string) =>
    [user.email, ...shopNames].some((name) => name?.toLowerCase() === typed.trim().toLowerCase())
  const form = useForm({
    initialValues: { confirmation: '', password: '' },
    validate: {
      confirmation: (typed) => (isNamed(typed) ? null : `Type ${user.email} to confirm.`),
      password: checkPassword,
    },
  })
  const remove = useMutation({
    mutationFn: deleteAccount,
    onSuccess: async () => {
      await navigate({ to: '/' })
      queryClient.clear()
      notifySuccess(accountSuccess.deleted)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => remove.mutate(values))} className={classes.dialog}>
      <p>
        This deletes the account of <b>{user.email}</b> with everything in it
        {user.role === 'owner' &&
          merchant.isConnected &&
          `, and removes the app from ${merchant.shopName ?? merchant.shopDomain}`}
        . It cannot be undone. Export your data first if you want to keep it.
      </p>
      <TextInput
        {...form.getInputProps('confirmation')}
        label={`Type ${user.email} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
      />
      <PasswordInput {...form.getInputProps('password')} label="Password" autoComplete="current-password" />
      {remove.isError && <ErrorState {...accountFailure('delete_account', remove.error)} />}
      <Group justify="flex-end" gap={8} className={classes.choice}>
        <Button onClick={onCancel}>Keep my account</Button>
        <Button type="submit" color="vermilion" variant="filled" loading={remove.isPending}>
          Delete everything
        </Button>
      </Group>
    </form>
  )
}
