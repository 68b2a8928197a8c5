import { Modal } from '@mantine/core'
import type { Supplier } from '@stockcast/contract'
import { SupplierForm } from './supplier-form.tsx'

interface SupplierDialogProps {
  /** Null asks for a new supplier. */
  supplier: Supplier | null
  isOpen: boolean
  onClose: () => void
}

export function SupplierDialog({ supplier, isOpen, onClose }: SupplierDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={supplier === null ? 'Add supplier' : 'Change supplier'}
      size="lg"
    >
      <SupplierForm supplier={supplier} onClose={onClose} />
    </Modal>
  )
}
