import type { Page } from '@playwright/test'
import { chooseFile } from './files.ts'
import { openDialog } from './open-overlays.ts'
import { BUSY_SUPPLIER } from './orders-in-each-state.ts'

/** A screen of a merchant who orders, with what to do after it is opened. */
interface OrderScreen {
  name: string
  path: string
  show?: (page: Page) => Promise<void>
}

const openOrder = (status: RegExp) => async (page: Page) => {
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: status })
  await row.getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /^PO-/ }).waitFor()
}

async function openSupplier(page: Page): Promise<void> {
  await page.getByRole('link', { name: BUSY_SUPPLIER }).click()
  await page.getByRole('heading', { level: 1, name: BUSY_SUPPLIER }).waitFor()
}

async function showFile(page: Page, kind: string, text: string): Promise<void> {
  await page.getByRole('radiogroup').getByText(kind, { exact: true }).click()
  await chooseFile(page, 'file.csv', text)
  await page.getByRole('table').first().waitFor()
}

const orderIn = (name: string, status: RegExp): OrderScreen => ({
  name,
  path: '/order/orders',
  show: openOrder(status),
})

/** The screens of a merchant with suppliers and an order in each state. */
export const orderScreens: readonly OrderScreen[] = [
  { name: 'buyer-dashboard', path: '/dashboard' },
  { name: 'order-list', path: '/order' },
  {
    name: 'order-list-budget',
    path: '/order',
    show: async (page) => {
      await page.getByLabel('Budget').fill('500')
      await page.getByText(/of the budget left$/).waitFor()
    },
  },
  {
    name: 'order-list-why',
    path: '/order',
    show: (page) => openDialog(page, /^Why/),
  },
  { name: 'order-list-none-found', path: '/order?search=nothing+is+called+like+this' },
  { name: 'orders-full', path: '/order/orders' },
  { name: 'order-new-dialog', path: '/order/orders', show: (page) => openDialog(page, 'New order') },
  orderIn('order-draft', /Draft/),
  orderIn('order-ordered', /Ordered(?!, late)/),
  orderIn('order-late', /Ordered, late/),
  orderIn('order-partly-received', /Partly received/),
  orderIn('order-received', /Received/),
  orderIn('order-cancelled', /Cancelled/),
  {
    name: 'order-edit',
    path: '/order/orders',
    show: async (page) => {
      await openOrder(/Draft/)(page)
      await page.getByRole('button', { name: 'Edit products' }).click()
      await page
        .getByLabel(/^Units of/)
        .first()
        .fill('13')
    },
  },
  {
    name: 'order-receive',
    path: '/order/orders',
    show: async (page) => {
      await openOrder(/Partly received/)(page)
      await page.getByRole('button', { name: 'Receive', exact: true }).click()
      await page.getByRole('heading', { name: /^Receive PO-/ }).waitFor()
    },
  },
  {
    name: 'order-send-dialog',
    path: '/order/orders',
    show: async (page) => {
      await openOrder(/Draft/)(page)
      await openDialog(page, 'Send to supplier')
    },
  },
  {
    name: 'order-mark-dialog',
    path: '/order/orders',
    show: async (page) => {
      await openOrder(/Draft/)(page)
      await openDialog(page, 'Mark as ordered')
    },
  },
  { name: 'suppliers-full', path: '/order/suppliers' },
  { name: 'supplier', path: '/order/suppliers', show: openSupplier },
  {
    name: 'supplier-import-preview',
    path: '/order/import',
    show: (page) =>
      showFile(
        page,
        'Suppliers',
        `Vendor,Email,Lead time,Colour\n${BUSY_SUPPLIER},orders@altura.example.com,16,red\nNew Kettles,sales@kettles.example,9,\n`,
      ),
  },
  {
    name: 'supplier-import-faults',
    path: '/order/import',
    show: (page) =>
      showFile(
        page,
        'Their products',
        `Vendor,SKU,Cost,Pack size\n${BUSY_SUPPLIER},NO-SUCH-SKU,4.50,6\n${BUSY_SUPPLIER},,cheap,-1\n`,
      ),
  },
  { name: 'excess-full', path: '/order/excess' },
]
