import { Checkbox, NumberInput } from '@mantine/core'
import { useMap, useSet } from '@mantine/hooks'
import {
  type AdoptVendors,
  SUPPLIER_LEAD_TIME_MAX_DAYS,
  suppliersApi,
  type VendorList,
} from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/client.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { formatCount, formatUnits } from '../../../ui/format/numbers.ts'
import { notifySuccess } from '../../../ui/messages/notify.tsx'
import list from '../../../ui/table/data-table.module.css'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { useOrderingChange } from '../../use-ordering-change.ts'
import classes from './vendors.module.css'

/** Offers to make suppliers of the vendors that the store names. */
export function Vendors({
  vendors,
  withoutVendor,
  defaultLeadTimeDays,
  isFirst,
}: VendorList & {
  /** Whether the shop has no supplier yet. */
  isFirst: boolean
}) {
  const excluded = useSet<string>()
  const leadTimes = useMap<string, number>()
  const adopt = useAdoptVendors()
  const chosen = vendors.filter(({ name }) => !excluded.has(name))
  const columns: Column<VendorList['vendors'][number]>[] = [
    {
      head: 'Vendor',
      narrow: 'wide',
      cell: ({ name }) => (
        <Checkbox
          label={name}
          className={classes.name}
          checked={!excluded.has(name)}
          onChange={() => excluded.delete(name) || excluded.add(name)}
        />
      ),
    },
    {
      head: 'Products',
      align: 'right',
      cell: ({ products }) => formatUnits(products),
      note: ({ products, withCost }) =>
        withCost < products && `${formatUnits(products - withCost)} without a cost`,
    },
    {
      head: 'Lead time in days',
      align: 'right',
      narrow: 'end',
      cell: ({ name, isSupplier }) =>
        isSupplier ? (
          <span className={list.unknown}>as the supplier has it</span>
        ) : (
          <NumberInput
            aria-label={`Lead time of ${name} in days`}
            className={classes.days}
            placeholder={`${defaultLeadTimeDays}, your default`}
            min={1}
            max={SUPPLIER_LEAD_TIME_MAX_DAYS}
            clampBehavior="none"
            allowDecimal={false}
            hideControls
            value={leadTimes.get(name) ?? ''}
            onChange={(days) =>
              typeof days === 'number' ? leadTimes.set(name, days) : leadTimes.delete(name)
            }
          />
        ),
    },
  ]
  return (
    <section className={classes.vendors} aria-labelledby="vendors">
      <h2 id="vendors" className={classes.title}>
        {isFirst
          ? `Your store already names ${formatCount(vendors.length, 'vendor')}`
          : 'Products without a supplier, by vendor'}
      </h2>
      <p className={classes.hint}>
        {isFirst
          ? 'Make them your suppliers to see what to order from whom, with the costs from your store. You can add packs, prices and addresses later.'
          : 'They cannot be ordered here. Make their vendors your suppliers, at the costs of your store.'}
      </p>
      {vendors.length > 0 && (
        <DataTable
          label="Vendors of your store"
          columns={columns}
          rows={vendors}
          getKey={({ name }) => name}
        />
      )}
      {withoutVendor > 0 && (
        <p className={classes.hint}>
          {formatCount(withoutVendor, 'product')} in your store {withoutVendor === 1 ? 'has' : 'have'} no
          vendor.
          {!isFirst && (
            <>
              {' '}
              Set a supplier for them in the <Link to="/products">list of products</Link>, or{' '}
              <Link to="/order/import" search={{ kind: 'items' }}>
                import what your suppliers sell
              </Link>
              .
            </>
          )}
        </p>
      )}
      {vendors.length > 0 && (
        <div>
          <WriteButton
            variant={isFirst ? 'filled' : 'default'}
            disabled={chosen.length === 0}
            loading={adopt.isPending}
            onClick={() =>
              adopt.mutate({
                vendors: chosen.map(({ name }) => ({ name, leadTimeDays: leadTimes.get(name) ?? null })),
              })
            }
          >
            {chosen.length === vendors.length && vendors.length > 1
              ? `Use your ${vendors.length} vendors as suppliers`
              : `Use ${formatCount(chosen.length, 'vendor')} as ${chosen.length === 1 ? 'supplier' : 'suppliers'}`}
          </WriteButton>
        </div>
      )}
    </section>
  )
}

function useAdoptVendors() {
  return useOrderingChange({
    mutationFn: (wanted: AdoptVendors) => call(suppliersApi.adoptVendors, { body: wanted }),
    onSuccess: ({ suppliers, products }) =>
      notifySuccess({
        title: `${formatCount(suppliers, 'supplier')} added`,
        message: `${formatCount(products, 'product')} can be ordered from them.`,
      }),
    failed: 'save_supplier',
  })
}
