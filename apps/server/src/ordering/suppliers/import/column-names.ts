import type { SupplierImportKind } from '@stockcast/contract'
import { type ColumnNames, readNames } from '../../../providers/files/find-columns.ts'

const supplier = `
  supplier | supplier name | vendor | vendor name;
  company | company name | manufacturer;
  lieferant | fournisseur | proveedor | fornitore | leverancier | fornecedor | dostawca`
const sku = `
  sku | variant sku | product sku | item sku | variant code / sku;
  item code | product code | item number;
  artikelnummer | artikel-nr. | art.-nr. | référence | réf. | code article | referencia | codice articolo |
    artikelcode | referência | kod produktu`
const barcode = `
  barcode | variant barcode | barcode (isbn, upc, gtin, etc.);
  ean | upc | gtin | isbn;
  strichcode | code-barres | código de barras | codice a barre`
const currency = `
  currency | currency code | supplier currency | purchase order currency;
  währung | devise | moneda | divisa | valuta | moeda | waluta`
const unitCost = `
  unit cost | cost per item | cost per unit;
  cost | cost price | price per unit | supplier cost | supplier price | purchase price | cost (base) |
    cost excl tax;
  unit price | price;
  landed cost;
  einkaufspreis | ek-preis | stückpreis | einzelpreis | prix unitaire | coût unitaire | prix d'achat |
    prix d’achat | precio unitario | coste unitario | coste | prezzo unitario | costo unitario | costo |
    inkoopprijs | stuksprijs | ek netto | precio de compra | prezzo di acquisto | cena zakupu |
    cena jednostkowa;
  preis | prix | precio | prezzo | prijs | rate`
const leadTime = `
  lead time days | lead time | leadtime | lead time (days) | lead time in days | lead time (weeks) |
    lead time weeks | lead time in weeks | lieferzeit | lieferzeit (tage) | lieferzeit in tagen |
    lieferzeit (wochen) | lieferzeit in wochen | délai de livraison | délai | plazo de entrega |
    tempo di consegna | levertijd | czas dostawy`
/** Names of the column of minimum order quantities in other languages. */
const minimumElsewhere = `
  mindestbestellmenge | mindestmenge | quantité minimum | quantité minimale | cantidad mínima |
    minimale bestelhoeveelheid`

/** The names that files give each column, the plainest first; see decision 0092 for their sources. */
export const columnNames: Record<SupplierImportKind, ColumnNames> = {
  suppliers: readNames({
    supplier: `${supplier}; name | display name`,
    email: `
      email | e-mail | email address | supplier email | vendor email;
      contact email | main email;
      e-mail-adresse | courriel | correo | correo electrónico`,
    contactName: `
      contact | contact name | contact person | attention;
      ansprechpartner | kontakt | contacto | contatto | contactpersoon`,
    address: `
      address | address 1 | address1 | address line 1 | street | street address;
      billing address | billing street | mailing address;
      adresse | straße | strasse | rue | dirección | indirizzo | adres`,
    address2: 'address 2 | address2 | address line 2 | street 2',
    city: 'city | town | billing city; ort | stadt | ville | ciudad | città | plaats',
    region: 'state | province | region | billing state | state/province | county',
    postcode: `
      zip | zip code | postcode | postal code | billing zip | zip/postal code;
      plz | code postal | código postal | cap`,
    country: 'country | country/region | billing country; land | pays | país | paese',
    language: 'language | locale; sprache | langue | idioma | lingua | taal',
    currency,
    statedLeadTimeDays: `${leadTime} | usual lead time | days lead time; average lead time`,
    worstLeadTimeDays: `
      longest lead time days | longest lead time | worst lead time | maximum lead time | max lead time |
        longest lead time (days) | longest lead time (weeks)`,
    review: 'order days | order day | ordering days | order schedule | review',
    coverDays: `
      days of cover | cover days | days of stock | days of stock to order | target days of cover`,
    minimumValue: `
      minimum value | minimum order value | min order value | mov | min purchase budget |
        minimum order amount;
      minimum order;
      mindestbestellwert | minimum de commande | montant minimum | pedido mínimo | ordine minimo`,
    minimumUnits: `
      minimum units | minimum order units | min order units | min purchase quantity | minimum order quantity |
        min order qty | moq;
      ${minimumElsewhere}`,
    shutdowns: 'shut-down days | shut down | shutdowns | closed | closed days | holidays',
    replacesRejected: 'replaces rejected units | replaces rejected',
    archived: 'archived | removed | inactive',
  }),
  items: readNames({
    supplier,
    sku,
    barcode,
    supplierSku: `
      supplier sku | vendor sku | supplier code | vendor code | supplier product code | vendor product code |
        supplier part number | vendor reference;
      mpn`,
    unitCost,
    currency,
    packSize: `
      pack size | pack | case pack | case size | case quantity | units per pack | units per case |
        order multiple | multiple;
      uom;
      ve | vpe | verpackungseinheit | opakowanie zbiorcze | colisage | conditionnement | unidades por caja`,
    minimumUnits: `
      minimum units | moq | minimum order quantity | min order quantity | min order qty | minimum quantity |
        min qty;
      minimum | min;
      ${minimumElsewhere}`,
    maximumUnits: `
      maximum units | maximum order quantity | max order quantity | max order qty | maximum quantity |
        max qty;
      maximum | max`,
    priceBreaks: 'price breaks | price break | quantity breaks | volume prices',
    leadTimeDays: leadTime,
    rank: 'rank | priority',
    preferred: 'preferred | preferred supplier | is preferred | primary | default',
  }),
  orders: readNames({
    order: `
      po # | po | po number | po no | po no. | purchase order | purchase order number | purchase order #;
      order | order number | order # | order no | order reference | external po no.;
      reference | number | num;
      bestellnummer | bestell-nr. | bestellung | n° commande | n° de commande | numéro de commande |
        commande | número de pedido | nº pedido | pedido | numero ordine | ordine | bestelnummer |
        numer zamówienia`,
    orderId: 'id | order id',
    orderType: 'type | order type',
    supplier,
    sku,
    barcode,
    units: `
      ordered | qty ordered | quantity ordered | ordered quantity | ordered qty | units ordered |
        order quantity | order qty | replenishment;
      quantity | qty | units;
      bestellte menge | bestellmenge | quantité commandée | cantidad pedida | quantità ordinata |
        besteld aantal;
      menge | anzahl | quantité | cantidad | quantità | aantal | quantidade | ilość`,
    countedIn: `
      uom | unit of measure | units of measure | purchase uom | unit;
      einheit | unité | unidad | unità | eenheid | jednostka`,
    received: `
      received | qty received | quantity received | received quantity | received qty | units received;
      delivered | qty delivered | quantity delivered | delivered quantity | delivered qty | arrived |
        qty arrived;
      erhalten | gelieferte menge | reçu | quantité reçue | recibido | cantidad recibida | ricevuto |
        quantità ricevuta | ontvangen`,
    remaining: `
      remaining | outstanding | qty remaining | quantity remaining | remaining quantity | remaining qty |
        qty outstanding | quantity outstanding | outstanding quantity | open quantity | open qty |
        to receive | qty to receive | units to come | qty open | qty due | quantity due | on order |
        qty on order | quantity on order | balance qty;
      backordered | qty backordered | backordered qty;
      restmenge | offene menge | quantité restante | reste à livrer | cantidad pendiente`,
    rejected: 'rejected | qty rejected | quantity rejected; damaged',
    unitCost,
    currency,
    orderedOn: `
      ordered on | order date | ordered at | date ordered | ordered date | po date | purchase date;
      created at | created date | created on | created | date;
      bestelldatum | bestellt am | date de commande | fecha de pedido | data ordine | besteldatum |
        data zamówienia;
      datum | fecha | data`,
    expectedOn: `
      expected on | expected | expected date | expected at | expected arrival | expected arrival date |
        expected delivery | expected delivery date | delivery date | arrival date | delivery | arrives |
        arrives on | eta;
      due date | due | quoted delivery date;
      lieferdatum | liefertermin | erwartet am | date de livraison | date de livraison prévue |
        livraison prévue | fecha de entrega | data di consegna | leverdatum | data dostawy;
      expected ship date | ship date`,
    receivedOn: `
      received on | received date | received at | date received | receipt date;
      eingangsdatum | date de réception | fecha de recepción | data ricezione | ontvangstdatum`,
    status: `
      status | state | po status | order status;
      stage | receipt status | receiving status | delivery status;
      statut | état | estado | stato`,
    lineStatus: 'line status | item status | line item status | line state',
    cancelled: `
      cancelled | canceled | qty cancelled | qty canceled | quantity cancelled | quantity canceled |
        cancelled quantity | canceled quantity | cancelled qty | canceled qty | units cancelled |
        units canceled;
      storniert | annulé | cancelado | annullato`,
    removed: 'removed',
  }),
}

export const COUNTS = [
  'statedLeadTimeDays',
  'worstLeadTimeDays',
  'leadTimeDays',
  'coverDays',
  'minimumUnits',
  'maximumUnits',
  'packSize',
  'rank',
  'units',
  'received',
  'remaining',
  'rejected',
  'cancelled',
]
export const AMOUNTS = ['unitCost', 'minimumValue']
export const DAYS = ['orderedOn', 'expectedOn', 'receivedOn']
