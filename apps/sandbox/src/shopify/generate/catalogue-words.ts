import type { DemandKind } from './demand.ts'

export interface ProductFamily {
  productType: string
  vendors: readonly string[]
  titles: readonly string[]
  options: readonly (readonly string[])[]
  /** Dollars for the first option value; the last one costs `priceSpread` times as much. */
  price: readonly [from: number, to: number]
  priceSpread: number
  /** Usual units a day of a product of the family, over all its variants. */
  unitsPerDay: number
  kinds: readonly DemandKind[]
  /** Month of most sales, 0 = January; for its seasonal variants. */
  peakMonth: number
  /** Its stock is not tracked. */
  isGiftCard?: true
}

const NORTHBANK = 'Northbank Roasting'
const TIDEWATER = 'Tidewater Tea'
const KILN = 'Kiln & Clay Studio'
const COPPERLINE = 'Copperline Kettles'
const FERNHILL = 'Fernhill Goods'
const PAPERMILL = 'Old Papermill'
const ORCHARD = 'Slow Orchard Pantry'
const IRONGATE = 'Irongate Grinders'
const GLASSWORKS = 'Harbor Lane Glass'
const STILLWATER = 'Stillwater Care'

const list = (text: string): string[] => text.trim().replaceAll(/\s+/g, ' ').split(', ')
const kinds = (text: string) => text.split(' ') as DemandKind[]

const EVERYDAY = kinds('steady weekly weekly steady seasonal often_out')
const GEAR = kinds('intermittent intermittent steady seasonal lumpy dying never')
const MIXED = kinds('steady weekly intermittent seasonal dying lumpy often_out never')

export const FAMILIES: readonly ProductFamily[] = [
  {
    productType: 'Coffee blend',
    vendors: [NORTHBANK],
    titles: list(`
      House Espresso, Morning Lamp, Dock Street Blend, Slow Sunday, Half Light Decaf, Winter Hearth,
      Iced Harbor Blend, Night Train, Garden Gate, Long Table, Copper Roof, First Snow, Reading Room,
      Corner Bakery Blend, Lantern Walk, Ferry Blend`),
    options: [
      ['250 g', '500 g', '1 kg'],
      ['Whole bean', 'Espresso grind', 'Filter grind'],
    ],
    price: [11, 15],
    priceSpread: 3.1,
    unitsPerDay: 7,
    kinds: EVERYDAY,
    peakMonth: 11,
  },
  {
    productType: 'Single origin coffee',
    vendors: [NORTHBANK],
    titles: list(`
      Huila Washed, Nyeri Hills, Guji Natural, Tarrazu Honey, Antigua Valley, Sidama Lowland, Cerrado
      Pulped, Cajamarca, Gayo Highlands, Kirinyaga Peaberry, Boquete Ridge, Marcala, Rwenzori Drugar,
      Nariño Late Harvest, Yirga Blossom, Chiapas Shade, Huehue Terrace, Limu Forest`),
    options: [
      ['250 g', '1 kg'],
      ['Whole bean', 'Filter grind'],
    ],
    price: [14, 22],
    priceSpread: 3.6,
    unitsPerDay: 2.4,
    kinds: ['steady', 'weekly', 'new', 'dying', 'seasonal', 'intermittent', 'often_out'],
    peakMonth: 10,
  },
  {
    productType: 'Tea',
    vendors: [TIDEWATER],
    titles: list(`
      Smoked Black, Jasmine Pearl, Mountain Oolong, Breakfast Leaf, Peppermint Garden, Ginger & Lemon,
      Rooibos Vanilla, White Peony, Roasted Rice Green, Spiced Chai, Hibiscus Cooler, Camomile Meadow,
      Evening Verbena, Earl of the Quay`),
    options: [['50 g', '100 g']],
    price: [8, 13],
    priceSpread: 1.8,
    unitsPerDay: 1.4,
    kinds: ['steady', 'seasonal', 'seasonal', 'weekly', 'intermittent', 'dying', 'new'],
    peakMonth: 0,
  },
  {
    productType: 'Syrup',
    vendors: [ORCHARD],
    titles: list(`
      Vanilla Pod, Salted Caramel, Hazelnut, Gingerbread, Cinnamon Bark, Orange Peel, Toasted Coconut,
      Maple Oak, Lavender, Dark Cocoa`),
    options: [['250 ml', '750 ml']],
    price: [9, 12],
    priceSpread: 1.9,
    unitsPerDay: 1.2,
    kinds: ['weekly', 'steady', 'seasonal', 'lumpy', 'intermittent', 'often_out'],
    peakMonth: 11,
  },
  {
    productType: 'Cups and mugs',
    vendors: [KILN, GLASSWORKS],
    titles: list(`
      Stoneware Mug, Diner Mug, Espresso Cup, Flat White Cup, Latte Bowl, Double Wall Glass, Tasting
      Bowl, Camp Mug, Handleless Beaker, Cortado Glass`),
    options: [['Chalk', 'Moss', 'Ink', 'Clay']],
    price: [12, 28],
    priceSpread: 1,
    unitsPerDay: 1.5,
    kinds: MIXED,
    peakMonth: 11,
  },
  {
    productType: 'Tumblers and bottles',
    vendors: [FERNHILL, COPPERLINE],
    titles: list('Commuter Tumbler, Trail Flask, Cold Brew Bottle, Desk Carafe, Pocket Cup'),
    options: [['Chalk', 'Moss', 'Ink', 'Clay']],
    price: [18, 38],
    priceSpread: 1,
    unitsPerDay: 1.3,
    kinds: ['seasonal', 'weekly', 'intermittent', 'steady', 'new', 'dying'],
    peakMonth: 6,
  },
  {
    productType: 'Filters',
    vendors: [PAPERMILL],
    titles: list(`
      Cone Filters, Flat Bottom Filters, Bonded Filters, Immersion Discs, Cold Brew Bags, Reusable Steel
      Filter`),
    options: [['Size 1', 'Size 2', 'Size 4']],
    price: [6, 11],
    priceSpread: 1.5,
    unitsPerDay: 3,
    kinds: ['steady', 'weekly', 'steady', 'lumpy', 'often_out'],
    peakMonth: 5,
  },
  {
    productType: 'Brewers',
    vendors: [KILN, GLASSWORKS, COPPERLINE],
    titles: list(`
      Pour-over Dripper, Ribbed Dripper, French Press, Moka Pot, Siphon Brewer, Cold Brew Tower, Travel
      Press, Stovetop Percolator`),
    options: [['2 cups', '4 cups', '6 cups']],
    price: [24, 64],
    priceSpread: 1.6,
    unitsPerDay: 0.8,
    kinds: GEAR,
    peakMonth: 11,
  },
  {
    productType: 'Kettles',
    vendors: [COPPERLINE],
    titles: list(`
      Gooseneck Kettle, Electric Gooseneck Kettle, Camp Kettle, Temperature Kettle, Whistling Kettle`),
    options: [['Matte black', 'Brushed steel', 'Copper']],
    price: [39, 129],
    priceSpread: 1.15,
    unitsPerDay: 0.6,
    kinds: GEAR,
    peakMonth: 11,
  },
  {
    productType: 'Grinders',
    vendors: [IRONGATE],
    titles: list(`
      Hand Grinder, Travel Grinder, Burr Grinder 40, Burr Grinder 58, Espresso Grinder, Spice & Coffee
      Mill, Shop Grinder, Dosing Cup`),
    options: [['Black', 'Steel']],
    price: [49, 240],
    priceSpread: 1.1,
    unitsPerDay: 0.45,
    kinds: ['intermittent', 'lumpy', 'steady', 'intermittent', 'never', 'often_out'],
    peakMonth: 11,
  },
  {
    productType: 'Espresso tools',
    vendors: [IRONGATE, FERNHILL],
    titles: list(`
      Tamper, Levelling Tool, Distribution Needle, Bottomless Portafilter, Precision Basket, Knock Box,
      Milk Pitcher, Puck Screen, Tamping Mat, Dosing Funnel, Shot Glass Pair, Steam Tip`),
    options: [['53 mm', '58 mm']],
    price: [12, 85],
    priceSpread: 1.1,
    unitsPerDay: 0.5,
    kinds: GEAR,
    peakMonth: 11,
  },
  {
    productType: 'Cleaning',
    vendors: [STILLWATER],
    titles: list(`
      Descaling Powder, Espresso Machine Cleaner, Milk Line Rinse, Grinder Tablets, Group Brush, Bar
      Cloths, Water Filter Cartridge, Hardness Test Strips`),
    options: [['Single', 'Pack of 6']],
    price: [7, 24],
    priceSpread: 4.8,
    unitsPerDay: 0.9,
    kinds: ['steady', 'intermittent', 'weekly', 'lumpy', 'steady'],
    peakMonth: 2,
  },
  {
    productType: 'Apparel',
    vendors: [FERNHILL],
    titles: list('Roastery T-shirt, Barista Apron, Corduroy Cap, Night Shift Hoodie, Canvas Tote'),
    options: [['XS', 'S', 'M', 'L', 'XL']],
    price: [18, 64],
    priceSpread: 1,
    unitsPerDay: 0.4,
    kinds: ['intermittent', 'intermittent', 'seasonal', 'never', 'dying'],
    peakMonth: 7,
  },
  {
    productType: 'Pantry',
    vendors: [ORCHARD],
    titles: list(`
      Oat Biscuits, Dark Chocolate Bar, Almond Biscotti, Drinking Chocolate, Roasted Almonds, Orange
      Marmalade, Cardamom Buns Mix, Honeycomb, Fig Jam`),
    options: [['Small', 'Large']],
    price: [5, 14],
    priceSpread: 1.8,
    unitsPerDay: 2.2,
    kinds: ['weekly', 'steady', 'seasonal', 'often_out', 'new'],
    peakMonth: 11,
  },
  {
    productType: 'Gift sets',
    vendors: [NORTHBANK, TIDEWATER],
    titles: list(`
      Holiday Tasting Box, Tea Drawer, New Home Set, Espresso Starter Kit, Advent Coffee Calendar,
      Cupping Kit`),
    options: [['Standard', 'Grand']],
    price: [34, 88],
    priceSpread: 1.7,
    unitsPerDay: 1,
    kinds: ['seasonal', 'seasonal', 'lumpy', 'intermittent'],
    peakMonth: 11,
  },
  {
    productType: 'Gift card',
    vendors: [FERNHILL],
    titles: list('Gift Card'),
    options: [['$25', '$50', '$100', '$200']],
    price: [25, 25],
    priceSpread: 8,
    unitsPerDay: 1,
    kinds: ['weekly', 'seasonal'],
    peakMonth: 11,
    isGiftCard: true,
  },
]

/** Large shops sell every family again under each of these ranges. */
export const RANGES: readonly string[] = list(
  'Alder, Birch, Cedar, Dune, Ember, Fjord, Grove, Heath, Inlet, Juniper, Knoll',
)
