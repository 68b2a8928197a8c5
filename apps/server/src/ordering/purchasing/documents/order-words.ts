import {
  minorDigits,
  type OrderLanguage,
  orderLanguages,
  type ShopFormats,
  shopFormats,
} from '@stockcast/contract'

/** The fixed words of an order's papers. */
const en = {
  title: (number: string) => `Purchase order ${number}`,
  earlierNumber: 'Earlier number',
  date: 'Date',
  deliveryBy: 'Delivery by',
  currency: 'Currency',
  from: 'From',
  supplier: 'Supplier',
  shipTo: 'Ship to',
  /** Of SKU, the supplier's SKU, product, units, pack, unit cost and cost. */
  heads: ['SKU', 'Your SKU', 'Product', 'Units', 'Pack', 'Unit cost', 'Cost'],
  freight: 'Freight',
  duty: 'Duty',
  other: 'Other',
  total: 'Total',
  withoutUnpriced: ', without the lines that have no price',
  note: 'Note',
  terms: 'Terms',
  page: (page: number, count: number) => `Page ${page} of ${count}`,
  greeting: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
  /** `order` is its number with that of another program, `content` its products, units and sum. */
  attached: (order: string, content: string) =>
    `Please find our purchase order ${order} attached as PDF and CSV: ${content}.`,
  earlier: (number: string) => ` (earlier number ${number})`,
  products: (count: number, written: string) => (count === 1 ? '1 product' : `${written} products`),
  units: (count: number, written: string) => (count === 1 ? '1 unit' : `${written} units`),
  inTotal: (amount: string) => `, ${amount} in total`,
  expected: (day: string) => `Please deliver by ${day}.`,
  deliverTo: 'Please deliver to:',
  confirm: 'Please confirm the quantities and the delivery date by replying to this email.',
  regards: 'Kind regards,',
}

export type OrderWords = typeof en

const words: Record<OrderLanguage, OrderWords> = {
  en,
  de: {
    title: (number) => `Bestellung ${number}`,
    earlierNumber: 'Frühere Nummer',
    date: 'Datum',
    deliveryBy: 'Lieferung bis',
    currency: 'Währung',
    from: 'Besteller',
    supplier: 'Lieferant',
    shipTo: 'Lieferadresse',
    heads: ['SKU', 'Ihre Art.-Nr.', 'Artikel', 'Menge', 'VPE', 'Stückpreis', 'Betrag'],
    freight: 'Fracht',
    duty: 'Zoll',
    other: 'Sonstiges',
    total: 'Summe',
    withoutUnpriced: ', Positionen ohne Preis nicht enthalten',
    note: 'Hinweis',
    terms: 'Bedingungen',
    page: (page, count) => `Seite ${page} von ${count}`,
    greeting: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
    attached: (order, content) =>
      `im Anhang finden Sie unsere Bestellung ${order} als PDF und CSV: ${content}.`,
    earlier: (number) => ` (frühere Nummer ${number})`,
    products: (count, written) => (count === 1 ? '1 Artikel' : `${written} Artikel`),
    units: (_, written) => `${written} Stück`,
    inTotal: (amount) => `, insgesamt ${amount}`,
    expected: (day) => `Bitte liefern Sie bis zum ${day}.`,
    deliverTo: 'Bitte liefern Sie an:',
    confirm: 'Bitte bestätigen Sie Mengen und Liefertermin mit einer Antwort auf diese E-Mail.',
    regards: 'Mit freundlichen Grüßen',
  },
  es: {
    title: (number) => `Pedido ${number}`,
    earlierNumber: 'Número anterior',
    date: 'Fecha',
    deliveryBy: 'Entrega a más tardar el',
    currency: 'Moneda',
    from: 'Comprador',
    supplier: 'Proveedor',
    shipTo: 'Dirección de entrega',
    heads: ['SKU', 'Su referencia', 'Producto', 'Unid.', 'Pack', 'Precio unit.', 'Importe'],
    freight: 'Transporte',
    duty: 'Aranceles',
    other: 'Otros',
    total: 'Total',
    withoutUnpriced: ', sin las líneas sin precio',
    note: 'Nota',
    terms: 'Condiciones',
    page: (page, count) => `Página ${page} de ${count}`,
    greeting: (name) => (name === null ? 'Hola:' : `Hola, ${name}:`),
    attached: (order, content) => `Adjuntamos nuestro pedido ${order} en PDF y CSV: ${content}.`,
    earlier: (number) => ` (número anterior ${number})`,
    products: (count, written) => (count === 1 ? '1 producto' : `${written} productos`),
    units: (count, written) => (count === 1 ? '1 unidad' : `${written} unidades`),
    inTotal: (amount) => `, ${amount} en total`,
    expected: (day) => `Les rogamos la entrega a más tardar el ${day}.`,
    deliverTo: 'Por favor, entreguen la mercancía en:',
    confirm: 'Les rogamos que confirmen las cantidades y la fecha de entrega respondiendo a este correo.',
    regards: 'Un cordial saludo',
  },
  fr: {
    title: (number) => `Bon de commande ${number}`,
    earlierNumber: 'Numéro précédent',
    date: 'Date',
    deliveryBy: 'Livraison au plus tard le',
    currency: 'Devise',
    from: 'Acheteur',
    supplier: 'Fournisseur',
    shipTo: 'Adresse de livraison',
    heads: ['SKU', 'Votre référence', 'Produit', 'Qté', 'Cond.', 'Prix unitaire', 'Montant'],
    freight: 'Transport',
    duty: 'Droits de douane',
    other: 'Autres',
    total: 'Total',
    withoutUnpriced: ', hors lignes sans prix',
    note: 'Remarque',
    terms: 'Conditions',
    page: (page, count) => `Page ${page} sur ${count}`,
    greeting: (name) => (name === null ? 'Bonjour,' : `Bonjour ${name},`),
    attached: (order, content) =>
      `Veuillez trouver ci-joint notre commande ${order} en PDF et CSV : ${content}.`,
    earlier: (number) => ` (numéro précédent ${number})`,
    products: (count, written) => (count === 1 ? '1 produit' : `${written} produits`),
    units: (count, written) => (count === 1 ? '1 unité' : `${written} unités`),
    inTotal: (amount) => `, ${amount} au total`,
    expected: (day) => `Merci de livrer au plus tard le ${day}.`,
    deliverTo: 'Merci de livrer à :',
    confirm: 'Merci de confirmer les quantités et la date de livraison en répondant à cet e-mail.',
    regards: 'Cordialement',
  },
  it: {
    title: (number) => `Ordine d’acquisto ${number}`,
    earlierNumber: 'Numero precedente',
    date: 'Data',
    deliveryBy: 'Consegna entro',
    currency: 'Valuta',
    from: 'Acquirente',
    supplier: 'Fornitore',
    shipTo: 'Indirizzo di consegna',
    heads: ['SKU', 'Vostro codice', 'Prodotto', 'Unità', 'Conf.', 'Prezzo unit.', 'Importo'],
    freight: 'Trasporto',
    duty: 'Dazi',
    other: 'Altro',
    total: 'Totale',
    withoutUnpriced: ', escluse le righe senza prezzo',
    note: 'Nota',
    terms: 'Condizioni',
    page: (page, count) => `Pagina ${page} di ${count}`,
    greeting: (name) => (name === null ? 'Buongiorno,' : `Buongiorno ${name},`),
    attached: (order, content) => `in allegato trovate il nostro ordine ${order} in PDF e CSV: ${content}.`,
    earlier: (number) => ` (numero precedente ${number})`,
    products: (count, written) => (count === 1 ? '1 prodotto' : `${written} prodotti`),
    units: (count, written) => (count === 1 ? '1 unità' : `${written} unità`),
    inTotal: (amount) => `, ${amount} in totale`,
    expected: (day) => `Attendiamo la consegna per il ${day}.`,
    deliverTo: 'Vi preghiamo di consegnare a:',
    confirm: 'Vi preghiamo di confermare le quantità e la data di consegna rispondendo a questa e-mail.',
    regards: 'Cordiali saluti',
  },
}

/** How a supplier reads an order: words, numbers and days. */
export interface OrderWriting {
  words: OrderWords
  number: ShopFormats['number']
  /** Writes a day with its year. */
  day: (day: string) => string
}

/** Returns how an order is written to a supplier: in their language, otherwise in English with the formats of the shop's country. */
export function orderWriting(language: string, countryCode: string | null): OrderWriting {
  const known = orderLanguages.find((one) => one === language) ?? 'en'
  const formats = shopFormats(countryCode)
  if (known === 'en') {
    return {
      words: words.en,
      number: formats.number,
      day: (day) => formats.date(new Date(day), 'dayWithYear'),
    }
  }
  return {
    words: words[known],
    number: (value, digits = 0) =>
      value.toLocaleString(known, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    day: (day) => new Date(day).toLocaleDateString(known, { dateStyle: 'long', timeZone: 'UTC' }),
  }
}

/** Returns an amount as suppliers read it, with all its decimals: `1,171.00`. */
export function writtenAmount(
  { number }: Pick<ShopFormats, 'number'>,
  amountMinor: number,
  currency: string,
): string {
  const digits = minorDigits(currency)
  return number(amountMinor / 10 ** digits, digits)
}
