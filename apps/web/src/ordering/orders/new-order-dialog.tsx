import { Modal, Select } from '@mantine/core'
import { ordersApi } from '@stockcast/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { useOrderingChange } from '../use-ordering-change.ts'
import { useSupplierChoices } from '../use-supplier-choices.ts'

interface NewOrderDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Asks for the supplier of a new, empty draft, and opens the draft. */
export function NewOrderDialog({ isOpen, onClose }: NewOrderDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New order">
      <NewOrderForm onClose={onClose} />
    </Modal>
  )
}

function NewOrderForm({ onClose }: { onClose: () => void }) {
  const [supplier, setSupplier] = useState<string | null>(null)
  const suppliers = useSupplierChoices()
  const navigate = useNavigate()
  const create = useOrderingChange({
    mutationFn: (supplierId: number) => call(ordersApi.create, { body: { supplierId, lines: [] } }),
    onSuccess: ({ id }) => {
      onClose()
      void navigate({ to: '/order/orders/$orderId', params: { orderId: String(id) } })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (supplier !== null) create.mutate(Number(supplier))
      }}
    >
      <Select
        label="Supplier"
        placeholder="Choose a supplier"
        data={suppliers}
        value={supplier}
        onChange={setSupplier}
        searchable
        openOnFocus={false}
        nothingFoundMessage="No such supplier"
        data-autofocus
        description={
          suppliers.length === 0 ? <Link to="/order/suppliers">Add a supplier first</Link> : undefined
        }
      />
      {create.isError && <ErrorState {...getOrderingFailure('change_order', create.error)} />}
      <FormActions onCancel={onClose} isBusy={create.isPending} isDisabled={supplier === null} mt={20}>
        Create draft
      </FormActions>
    </form>
  )
}
