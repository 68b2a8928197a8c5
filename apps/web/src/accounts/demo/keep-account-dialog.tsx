import { Modal } from '@mantine/core'
import { KeepAccountForm } from '../auth/keep-account-form.tsx'

const TITLE = 'Keep this account'

export function KeepAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={TITLE}>
      <KeepAccountForm label={TITLE} onKept={onClose} />
    </Modal>
  )
}
