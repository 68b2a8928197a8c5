import { ActionIcon, Button, Group, NumberInput, TextInput } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import {
  MAX_PRICE_BREAKS,
  majorAmount,
  minorAmount,
  type SaveSupplierVariants,
  type SupplierRow,
  type SupplierVariantRow,
  saveSupplierVariantsSchema,
  suppliersApi,
} from '@stockcast/contract'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { wholeNumber } from '../../../ui/form-actions.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { notifySuccess } from '../../../ui/messages/notify.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useRequestForm } from '../../../ui/use-request-form.ts'
import { amountField } from '../../money.ts'
import { getOrderingFailure } from '../../ordering-failures.ts'
import { useOrderingChange } from '../../use-ordering-change.ts'
import classes from './items.module.css'
import { type ChosenProduct, ProductChoice } from './product-choice.tsx'

/** The row that the dialog changes; without an item it asks for the product first. */
export interface ItemOf {
  supplier: SupplierRow
  item: SupplierVariantRow | null
}

export function ItemDialog({ opened, onClose }: { opened: ItemOf | null; onClose: () => void }) {
  return (
    <FormModal opened={opened !== null} onClose={onClose} title={opened?.item?.title ?? 'Add product'}>
      {opened && <ItemForm {...opened} onClose={onClose} />}
    </FormModal>
  )
}

type Typed = number | string

type Fields = {
  supplierSku: string
  cost: Typed
  packSize: Typed
  minimumUnits: Typed
  maximumUnits: Typed
  leadTimeDays: Typed
  rank: Typed
  breaks: { id: string; fromUnits: Typed; cost: Typed }[]
}

function getFields(item: SupplierVariantRow | null, currency: string): Fields {
  const major = (amount: number | null | undefined) => (amount == null ? '' : majorAmount(amount, currency))
  return {
    supplierSku: item?.supplierSku ?? '',
    cost: major(item?.unitCostMinor),
    packSize: item?.packSize ?? 1,
    minimumUnits: item?.minimumUnits ?? '',
    maximumUnits: item?.maximumUnits ?? '',
    leadTimeDays: item?.leadTimeDays ?? '',
    rank: item?.rank ?? 1,
    breaks: (item?.priceBreaks ?? []).map(({ fromUnits, unitCostMinor }) => ({
      id: String(fromUnits),
      fromUnits,
      cost: major(unitCostMinor),
    })),
  }
}

const toNumber = (typed: Typed) => (typeof typed === 'number' ? typed : null)

function ItemForm({ supplier, item, onClose }: ItemOf & { onClose: () => void }) {
  const { currency } = supplier
  const [product, setProduct] = useState<ChosenProduct | null>(item)
  const save = useSaveItem(onClose)
  const minor = (typed: Typed) => {
    const amount = toNumber(typed)
    return amount === null ? null : minorAmount(amount, currency)
  }
  const { form, submit, failure } = useRequestForm({
    initialValues: getFields(item, currency),
    schema: saveSupplierVariantsSchema,
    toRequest: (fields) => ({
      rows: [
        {
          supplierId: supplier.id,
          variantId: product?.variantId,
          supplierSku: fields.supplierSku.trim() === '' ? null : fields.supplierSku.trim(),
          unitCostMinor: minor(fields.cost),
          packSize: toNumber(fields.packSize) ?? 1,
          minimumUnits: toNumber(fields.minimumUnits),
          maximumUnits: toNumber(fields.maximumUnits),
          leadTimeDays: toNumber(fields.leadTimeDays),
          rank: toNumber(fields.rank) ?? 1,
          priceBreaks: fields.breaks
            .map(({ fromUnits, cost }) => ({
              fromUnits: toNumber(fromUnits) ?? 0,
              unitCostMinor: minor(cost) ?? 0,
            }))
            .toSorted((a, b) => a.fromUnits - b.fromUnits),
        },
      ],
    }),
    onSubmit: save.mutate,
    mutation: save,
    toWords: ({ message }) => (product === null ? 'Choose a product.' : message),
  })
  const { breaks } = form.values
  const fault = form.errors.rows
  const number = (
    label: string,
    field: 'packSize' | 'minimumUnits' | 'maximumUnits' | 'leadTimeDays' | 'rank',
    description?: string,
  ) => (
    <NumberInput
      label={label}
      {...(description === undefined ? {} : { description })}
      {...wholeNumber}
      {...form.getInputProps(field)}
    />
  )
  return (
    <form className="form" onSubmit={submit} noValidate>
      {item === null && <ProductChoice product={product} onChange={setProduct} />}
      <div className={classes.fields}>
        <TextInput label="Their SKU" maxLength={200} {...form.getInputProps('supplierSku')} />
        <NumberInput
          label={`Unit cost, ${currency}`}
          placeholder="unknown"
          hideControls
          {...form.getInputProps('cost')}
          {...amountField(currency)}
        />
        {number('Units in a pack', 'packSize')}
        {number('Choice', 'rank', '1 is preferred.')}
        {number('Order at least, units', 'minimumUnits')}
        {number('Order at most, units', 'maximumUnits')}
        {number('Lead time, days', 'leadTimeDays', 'Empty: the supplier’s.')}
      </div>
      <fieldset className={classes.breaks}>
        <legend>Price breaks, in units</legend>
        {breaks.map((each, index) => (
          <div key={each.id} className={classes.break}>
            <NumberInput
              label="From units"
              hideControls
              allowDecimal={false}
              {...form.getInputProps(`breaks.${index}.fromUnits`)}
            />
            <NumberInput
              label={`Unit cost, ${currency}`}
              hideControls
              {...form.getInputProps(`breaks.${index}.cost`)}
              {...amountField(currency)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label="Remove price break"
              onClick={() => form.removeListItem('breaks', index)}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {breaks.length < MAX_PRICE_BREAKS && (
          <Button
            size="xs"
            onClick={() => form.insertListItem('breaks', { id: randomId(), fromUnits: '', cost: '' })}
          >
            Add price break
          </Button>
        )}
      </fieldset>
      {fault && (
        <p role="alert" className="fault small">
          {fault}
        </p>
      )}
      {failure && <ErrorState {...getOrderingFailure('save_supplier', failure)} />}
      <Group className="formActions" justify="flex-end" gap={8}>
        {item !== null && (
          <WriteButton
            mr="auto"
            onClick={() =>
              save.mutate({ rows: [{ supplierId: supplier.id, variantId: item.variantId, remove: true }] })
            }
          >
            Remove
          </WriteButton>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          Save product
        </WriteButton>
      </Group>
    </form>
  )
}

function useSaveItem(onClose: () => void) {
  return useOrderingChange({
    mutationFn: (request: SaveSupplierVariants) => call(suppliersApi.saveItems, { body: request }),
    onSuccess: () => {
      notifySuccess({ title: 'Product saved', message: '' })
      onClose()
    },
  })
}
