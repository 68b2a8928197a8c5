import { Autocomplete, Group } from '@mantine/core'
import { type OrderMail, type PurchaseOrder, supplierRequestSchema, suppliersApi } from '@stockcast/contract'
import { useIsMutating } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../../api/client.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { getOrderingFailure } from '../../ordering-failures.ts'
import { useOrderingChange } from '../../use-ordering-change.ts'

export type MailedOrder = Pick<PurchaseOrder, 'supplierId' | 'supplierName'>

interface ToFieldProps {
  order: MailedOrder
  mail: OrderMail
  to: string
  /** Why the server refused the address. */
  fault: string | null
  /** Whether the dialog is open still, and not about to close. */
  isOpen: boolean
  onChange: (to: string) => void
}

/** Asks for one of the supplier's addresses. Another one is added to the supplier with one press. */
export function ToField({ order, mail, to, fault, isOpen, onChange }: ToFieldProps) {
  const add = useAddAddress(order)
  const address = to.trim()
  const known = mail.addresses.find(({ email }) => email.toLowerCase() === address.toLowerCase())
  const name = order.supplierName ?? 'the supplier'
  const isOther = known === undefined && z.email().safeParse(address).success
  const reason = add.isError
    ? getOrderingFailure('save_supplier', add.error).message
    : known?.isStopped
      ? 'The owner of this address stopped your orders by email. Use another, or send the PDF yourself.'
      : fault
  return (
    <div>
      <Autocomplete
        type="email"
        label="To"
        required
        withAsterisk={false}
        data-autofocus
        // The mail loads after the dialog has taken the focus, or has given it back.
        autoFocus={isOpen}
        openOnFocus={false}
        value={to}
        data={mail.addresses.filter(({ isStopped }) => !isStopped).map(({ email }) => email)}
        filter={({ options }) => options}
        onChange={(next) => {
          add.reset()
          onChange(next)
        }}
        description={`One of the addresses stored for ${name}. Replies go to ${mail.replyTo}.`}
        error={reason}
      />
      {isOther && (
        <Group gap="8px 12px" justify="space-between" mt={6} c="var(--stk-warning-text)" fz="sm">
          <span>This address is not stored for {name} yet.</span>
          <WriteButton size="xs" loading={add.isPending} onClick={() => add.mutate(address)}>
            Add to the supplier
          </WriteButton>
        </Group>
      )}
    </div>
  )
}

const ADD_ADDRESS = ['add-address']

/** Returns whether an address is being added, so that nothing is sent before it is stored. */
export function useIsAddingAddress(): boolean {
  return useIsMutating({ mutationKey: ADD_ADDRESS }) > 0
}

function useAddAddress({ supplierId }: MailedOrder) {
  return useOrderingChange({
    mutationKey: ADD_ADDRESS,
    mutationFn: async (email: string) => {
      const { supplier } = await call(suppliersApi.get, { params: { id: supplierId ?? 0 } })
      const otherEmails = [...supplier.otherEmails, email]
      return call(suppliersApi.save, {
        params: { id: supplier.id },
        body: supplierRequestSchema.parse({ ...supplier, otherEmails }),
      })
    },
  })
}
