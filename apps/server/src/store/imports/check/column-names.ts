import type { ImportKind } from '@stockcast/contract'
import { type ColumnNames, readNames } from '../../../providers/files/find-columns.ts'

const sku = `
  sku | variant sku | product variant sku | lineitem sku | series id | item sku | product sku | seller-sku |
    seller sku | merchant sku;
  product code | item code | item number;
  artikelnummer | artikel-nr | artikel-nr. | art.-nr. | artikelnr. | référence | réf. | code article |
    referencia | codice articolo | artikelcode | referência | kod produktu | symbol | varenummer | artikelnr`

/**
 * The names that files give each column, the plainest first. They are those of our own files and of the exports that decision 0092
 * names, with their sources.
 */
export const columnNames: Readonly<Record<ImportKind, ColumnNames>> = {
  products: readNames({
    sku,
    product: `
      product | title | product title | product name | product-name | product/service name | product/service;
      item name | item-name | name;
      item;
      produkt | produktname | artikelbezeichnung | artikelname | désignation | nom du produit | produit |
        nombre del producto | producto | prodotto | nome prodotto | productnaam | produto | nazwa produktu |
        nazwa towaru | produktnavn | produktnamn;
      artikel | bezeichnung | nom | nombre | nome | naam | omschrijving | descripción | descrizione | nazwa`,
    variant: 'variant | variant title | variation name | variation',
    handle: 'handle | url handle',
    vendor: `
      vendor | supplier | default vendor name | supplier name | preferred vendor;
      lieferant | fournisseur | proveedor | fornitore | leverancier | fornecedor | dostawca;
      brand name | brand;
      hersteller | producent | marke`,
    type: 'type | item type | product type',
    tags: 'tags; product tags | tag',
    category: `
      category | categories | product category;
      kategorie | catégorie | categoría | categoria`,
    status: 'status; active | active status | published; statut | estado | stato',
    price: `
      price | variant price | regular price | retail price | your-price | sales price / rate |
        sales price/rate | sales price | selling price;
      verkaufspreis | vk-preis | prix de vente | precio de venta | prezzo di vendita | verkoopprijs |
        vk brutto | cena sprzedaży;
      preis | prix | precio | prezzo | prijs | preço | cena | pris`,
    cost: `
      cost per item | unit cost | default unit cost | cost per unit;
      cost | cost price | supply price | purchase cost | purchase price | cost of goods | variant cost;
      einkaufspreis | ek-preis | coût unitaire | coût | prix d'achat | prix d’achat | precio de compra |
        coste | coste unitario | costo | costo unitario | prezzo di acquisto | inkoopprijs | custo |
        ek netto | cena zakupu`,
    barcode: `
      barcode | variant barcode | barcode (isbn, upc, gtin, etc.) | gtin, upc, ean, or isbn | gtin | ean |
        upc | isbn;
      strichcode | code-barres | code barres | código de barras | codice a barre | streepjescode`,
    stock: `
      stock | variant inventory qty | inventory quantity | available | available (not editable) | in stock |
        stock quantity | stock on hand | stock level | quantity on hand | qty on hand | current quantity |
        current stock | afn-fulfillable-quantity | quantity available | available quantity;
      inventory;
      bestand | lagerbestand | quantité en stock | stock disponible | existencias | giacenza | voorraad |
        estoque | stan magazynowy | stan | lagersaldo | lagerbeholdning;
      quantity | qty;
      menge | anzahl | quantité | cantidad | quantità | aantal | quantidade | ilość | antal;
      on hand | on hand (current) | on-hand`,
    onHand: 'on hand | on hand (current)',
    committed: 'committed | committed (not editable)',
    incoming: 'incoming | incoming (not editable)',
    location: 'location | location name | warehouse',
    tracked: `
      tracked | variant inventory tracker | inventory tracker | track inventory | manage stock`,
    policy: 'variant inventory policy | continue selling when out of stock | backorders allowed',
    option1: 'option1 value | variant option one value',
    option2: 'option2 value | variant option two value',
    option3: 'option3 value | variant option three value',
    option1Name: 'option1 name',
    origin: 'coo | country of origin',
  }),
  sales: readNames({
    sku,
    day: `
      day | date | order date | sold on | sale date | sales date | purchase-date | purchase date |
        transaction date;
      bestelldatum | verkaufsdatum | date de commande | date de vente | fecha de venta | fecha de pedido |
        data ordine | orderdatum | verkoopdatum | data sprzedaży | data zamówienia | data da venda |
        data di vendita;
      datum | fecha | data | dato`,
    units: `
      units | units sold | quantity (- refund) | net quantity | net items sold | quantity sold | qty sold |
        items sold | quantity-purchased | quantity purchased | sold;
      quantity | qty | lineitem quantity | item quantity | quantity ordered | ordered item quantity;
      verkaufte menge | verkaufte einheiten | quantité vendue | cantidad vendida | quantità venduta |
        verkocht aantal;
      menge | anzahl | quantité | unités | cantidad | unidades | quantità | aantal | quantidade | ilość |
        antal`,
    order: 'name',
    placedAt: 'created at',
    cancelledAt: 'cancelled at | canceled at',
    lineName: 'lineitem name',
    state: `
      order status | order-status;
      status;
      bestellstatus | statut | état | estado | stato;
      transaction type | sale type | line type | record type | entry type | belegart | vorgang;
      type`,
  }),
}
/** Columns that may have a currency after their name. */
export const AMOUNTS = ['price', 'cost']
