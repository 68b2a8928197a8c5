import {
  type CreateTransfers,
  type Transfer,
  type TransferList,
  type TransferStepInput,
  transfersApi,
} from '@stockcast/contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useConnectShop } from '../../store/connection/use-connect-shop.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { useOrderingChange } from '../use-ordering-change.ts'

const reloads = [queryKeys.purchasing, queryKeys.product]

/** Creates a draft for each pair of locations, then shows the transfers. */
export function useDraftTransfers() {
  const navigate = useNavigate()
  return useOrderingChange({
    mutationFn: (wanted: CreateTransfers) => call(transfersApi.create, { body: wanted }),
    onSuccess: ({ transfers }) => {
      notifySuccess({
        title: `${formatCount(transfers.length, 'transfer')} drafted`,
        message: transfers.map(({ number, from, to }) => `${number}, ${from.name} to ${to.name}.`).join(' '),
      })
      void navigate({ to: '/order/transfers' })
    },
    failed: 'create_transfers',
    reloads,
  })
}

/** Says what of a transfer was shipped or has arrived, that it will not be made, or undoes the last of these. */
export function useTransferStep(
  { id, stepsTaken }: Pick<Transfer, 'id' | 'stepsTaken'>,
  onTaken?: () => void,
) {
  return useOrderingChange({
    mutationFn: (step: TransferStepInput) =>
      call(transfersApi.takeStep, { params: { id }, body: { ...step, stepsTaken } }),
    onSuccess: () => onTaken?.(),
    failed: 'change_transfer',
    reloads,
  })
}

/** Creates a transfer in the store. `askPermission` leads to the store's consent page. */
export function useCreateInStore({ id }: Pick<Transfer, 'id'>, { storeName, shopDomain }: TransferList) {
  const connect = useConnectShop()
  const { mutate, isPending } = useOrderingChange({
    mutationFn: () => call(transfersApi.createInStore, { params: { id } }),
    onSuccess: ({ inStore, message, number }) => {
      if (inStore !== null)
        notifySuccess({ title: `${number} is in ${storeName}`, message: `As ${inStore}, ready to ship.` })
      else notifyFailure({ title: `${number} was not created`, message: message ?? '' })
    },
    failed: 'change_transfer',
    reloads,
  })
  const askPermission = () =>
    shopDomain !== null && connect.mutate({ shop: shopDomain, writesTransfers: true })
  return { mutate: () => mutate(undefined), isPending: isPending || connect.isPending, askPermission }
}
