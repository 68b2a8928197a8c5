import { expect, it } from 'vitest'
import { refusedPermissions } from './permissions.ts'

it('the optional permissions are the permission for days and the one for purchase orders, each as a whole', () => {
  const transfers = ['read_inventory_transfers', 'read_inventory_shipments']
  const orders = 'read_inventory_purchase_orders'
  expect(refusedPermissions([])).toEqual(['arrival_days', 'purchase_orders'])
  expect(refusedPermissions(['read_inventory_transfers', orders])).toEqual(['arrival_days'])
  expect(refusedPermissions(transfers)).toEqual(['purchase_orders'])
  expect(refusedPermissions([...transfers, orders])).toEqual([])
  expect(refusedPermissions(['write_inventory_transfers', 'read_inventory_shipments', orders])).toEqual([])
})
