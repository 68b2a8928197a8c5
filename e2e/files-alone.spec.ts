import { expect, test } from '@playwright/test'
import { chooseFile, dayAgo } from './steps/files.ts'
import { newEmail, signUp, waitForForecasts } from './steps/merchant.ts'
import { importOrderFile } from './steps/order-import.ts'

const written = (days: number) => dayAgo(days).split('-').reverse().join('.')

/** Stock as a spreadsheet of another country writes it: a title, semicolons, thousands, a total, and a SKU twice. */
const stock = [
  'sep=;',
  'Lagerbestand;;;',
  'Produkt;Artikelnummer;Bestand;Preis',
  'Kettle, black;KET-B;40;79,50',
  'Papers 12";PAP;1.250;4,00',
  'Jar;JAR-1;5;9,00',
  'Jar, large;JAR-1;7;12,00',
  'Summe;;1.302;',
].join('\r\n')

/** Sales as a system writes them: wide characters, days with points, returns, a status, and SKUs in another case. */
function sales(): Buffer {
  const days = Array.from({ length: 60 }, (_, i) => i + 1)
  const rows = days.flatMap((day) => [
    `ket-b\t${written(day)}\t4 pcs\tCompleted`,
    `'PAP\t${written(day)}\t2\tCompleted`,
  ])
  const odd = [`KET-B\t${written(3)}\t(1)\tCompleted`, `KET-B\t${written(3)}\t9\tCancelled`]
  return Buffer.from(`\ufeffSKU\tDatum\tMenge\tStatus\n${[...rows, ...odd].join('\n')}\n`, 'utf16le')
}

for (const tag of ['', ' @phone']) {
  test(`a merchant with files alone comes to a draft of what to order${tag}`, async ({ page }) => {
    test.setTimeout(120_000)
    await signUp(page, newEmail())
    await page.getByRole('link', { name: 'Continue without a card' }).click()
    await page.waitForURL('**/connect-shopify')
    await page.getByRole('link', { name: 'Import a file' }).click()
    await page.waitForURL('**/import')

    await chooseFile(page, 'Lagerbestand.csv', stock)
    await expect(page.getByText('2 new, 0 changed, 0 unchanged.')).toBeVisible()
    await expect(page.getByText(/“JAR-1” is also on line/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Import 2 rows, 2 left out' }).click()
    await page.getByRole('button', { name: 'Import another file' }).click()

    await page.getByText('Sales', { exact: true }).click()
    await chooseFile(page, 'sales.txt', sales())
    await expect(page.getByText('1 unit that came back is left out, and the sales stay.')).toBeVisible()
    await expect(page.getByText(/have no matching product|has no matching product/)).toHaveCount(0)
    await page.getByRole('button', { name: /^Import \d+ rows$/ }).click()
    await expect(page.getByRole('link', { name: 'See the products' })).toBeVisible()

    await importOrderFile(
      page,
      'Suppliers',
      'Firma,Contact,E-mail,Lead time (weeks),Days of cover\nAltura,Jo Doe,Jo <jo@altura.example>,2,60\nN/A,,,,\n',
      { columns: { Firma: 'Supplier' } },
    )
    await importOrderFile(
      page,
      'Their products',
      "Vendor,SKU,Unit cost,Pack\nALTURA,ket-b,$31.50,Box of 6\nAltura,'PAP,1.20 USD,ea\n",
    )
    await importOrderFile(
      page,
      'Past orders',
      `PO,Supplier,SKU,Qty,Outstanding,Status,Order Date\nPO-7,Altura,PAP,100,40,Partially received,${dayAgo(20)}\nTotal,,,100,,,\n`,
    )

    await page.goto('/dashboard')
    await waitForForecasts(page)
    await page.goto('/order')
    await expect(page.getByText('Kettle, black').first()).toBeVisible({ timeout: 45_000 })
    await page.getByRole('button', { name: 'Create draft' }).click()
    await page.waitForURL('**/order/orders?status=draft')
    await expect(page.getByText('Altura').first()).toBeVisible()
  })
}
