import type { Supplier } from '@stockcast/contract'
import { FormModal } from '../../ui/form-modal.tsx'
import { SupplierForm } from './supplier-form.tsx'

interface SupplierDialogProps {
  /** Null asks for a new supplier. */
  supplier: Supplier | null
  isOpen: boolean
  onClose: () => void
}

export function SupplierDialog({ supplier, isOpen, onClose }: SupplierDialogProps) {
  return (
    <FormModal
      opened={isOpen}
      onClose={onClose}
      title={supplier === null ? 'Add supplier' : 'Change supplier'}
      size="lg"
    >
      <SupplierForm supplier={supplier} onClose={onClose} />
    </FormModal>
  )
}
