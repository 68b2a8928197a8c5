import {
  type CreateTransfers,
  type Transfer,
  type TransferList,
  type TransferStepInput,
  transfersApi,
} from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useConnectShop } from '../../store/connection/use-connect-shop.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'

function useReload() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
      queryClient.invalidateQueries({ queryKey: queryKeys.product }),
    ])
}

/** Creates a draft for each pair of locations, then shows the transfers. */
export function useDraftTransfers() {
  const navigate = useNavigate()
  const reload = useReload()
  return useMutation({
    mutationFn: (wanted: CreateTransfers) => call(transfersApi.create, { body: wanted }),
    onSuccess: ({ transfers }) => {
      notifySuccess({
        title: `${formatCount(transfers.length, 'transfer')} drafted`,
        message: transfers.map(({ number, from, to }) => `${number}, ${from.name} to ${to.name}.`).join(' '),
      })
      void navigate({ to: '/order/transfers' })
    },
    onError: (error) => notifyFailure(getOrderingFailure('create_transfers', error)),
    onSettled: reload,
  })
}

/** Says what of a transfer was shipped or has arrived, that it will not be made, or undoes the last of these. */
export function useTransferStep(
  { id, stepsTaken }: Pick<Transfer, 'id' | 'stepsTaken'>,
  onTaken?: () => void,
) {
  const reload = useReload()
  return useMutation({
    mutationFn: (step: TransferStepInput) =>
      call(transfersApi.takeStep, { params: { id }, body: { ...step, stepsTaken } }),
    onSuccess: () => onTaken?.(),
    onError: (error) => notifyFailure(getOrderingFailure('change_transfer', error)),
    onSettled: reload,
  })
}

/** Creates a transfer in the store. `askPermission` leads to the store's consent page. */
export function useCreateInStore({ id }: Pick<Transfer, 'id'>, { storeName, shopDomain }: TransferList) {
  const reload = useReload()
  const connect = useConnectShop()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(transfersApi.createInStore, { params: { id } }),
    onSuccess: ({ inStore, message, number }) => {
      if (inStore !== null)
        notifySuccess({ title: `${number} is in ${storeName}`, message: `As ${inStore}, ready to ship.` })
      else notifyFailure({ title: `${number} was not created`, message: message ?? '' })
    },
    onError: (error) => notifyFailure(getOrderingFailure('change_transfer', error)),
    onSettled: reload,
  })
  const askPermission = () =>
    shopDomain !== null && connect.mutate({ shop: shopDomain, writesTransfers: true })
  return { mutate: () => mutate(undefined), isPending: isPending || connect.isPending, askPermission }
}
