import type { ImportKind } from '@stockcast/contract'

/** Template files: the columns and an example. */
export const templates: Record<ImportKind, { name: string; text: string }> = {
  products: {
    name: 'products-template.csv',
    text: 'product,variant,sku,vendor,price,stock,location,incoming,tracked\r\nHouse Espresso,1 kg,ESP-1000,Altura Roasting,26.00,120,,0,yes\r\n',
  },
  sales: { name: 'sales-template.csv', text: 'sku,day,units\r\nESP-1000,2026-01-31,4\r\n' },
}
