import { Modal, Text } from '@mantine/core'
import { KeepAccountForm } from '../auth/keep-account-form.tsx'

const TITLE = 'Keep this account'

export function KeepAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={TITLE}>
      <Text mb="md">Everything here stays. Sign in with this email from now on.</Text>
      <KeepAccountForm label={TITLE} onKept={onClose} />
    </Modal>
  )
}
