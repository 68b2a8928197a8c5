/** How a product sells over the year: the months in which it sells most, or all alike. */
export type Season = 'none' | 'summer' | 'winter' | 'gifts'

export interface SampleProduct {
  sku: string
  title: string
  /** Index in `sampleSuppliers`. */
  supplier: 0 | 1 | 2
  price: number
  cost: number
  packSize: number
  /** Mean units a day over the year. */
  unitsPerDay: number
  season: Season
  /** Whether it sells rarely and then much at once, to cafés and offices. */
  isLumpy: boolean
  /** Days of sales, for a product that is new; null for one that always was there. */
  soldSinceDays: number | null
  /** Days that the stock lasts. */
  stockDays: number
}

export const sampleSuppliers = [
  {
    name: 'Altura Roasting',
    email: 'orders@altura.example',
    statedLeadTimeDays: 14,
    review: { kind: 'weekdays', weekdays: [1, 4] },
    coverDays: 14,
    minimum: { kind: 'value', amountMinor: 25_000 },
    /** Days that the received orders took. */
    took: [12, 15, 13, 17],
  },
  {
    name: 'Holm Ceramics',
    email: 'sales@holm.example',
    statedLeadTimeDays: 35,
    review: { kind: 'any_day' },
    minimum: { kind: 'none' },
    took: [33, 41, 36],
  },
  {
    name: 'Brewline Imports',
    email: 'export@brewline.example',
    statedLeadTimeDays: 28,
    review: { kind: 'any_day' },
    minimum: { kind: 'units', units: 24 },
    took: [27, 30, 26, 34],
  },
] as const

type More = Partial<Pick<SampleProduct, 'season' | 'isLumpy' | 'soldSinceDays'>>

const product = (
  sku: string,
  title: string,
  supplier: SampleProduct['supplier'],
  [price, cost]: [number, number],
  packSize: number,
  [unitsPerDay, stockDays]: [number, number],
  more: More = {},
): SampleProduct => ({
  sku,
  title,
  supplier,
  price,
  cost,
  packSize,
  unitsPerDay,
  stockDays,
  season: 'none',
  isLumpy: false,
  soldSinceDays: null,
  ...more,
})

const [ALTURA, HOLM, BREWLINE] = [0, 1, 2] as const

export const sampleProducts: readonly SampleProduct[] = [
  product('NF-ESP-1000', 'House Espresso, 1 kg', ALTURA, [26, 11.4], 24, [9, 9]),
  product('NF-ESP-250', 'House Espresso, 250 g', ALTURA, [8.5, 3.6], 24, [6.5, 38]),
  product('NF-GUJ-250', 'Guji Natural, 250 g', ALTURA, [14, 5.9], 20, [4.2, 15]),
  product('NF-KEN-250', 'Kenya AA, 250 g', ALTURA, [15, 6.4], 20, [3.4, 18]),
  product('NF-SID-250', 'Sidamo Washed, 250 g', ALTURA, [13, 5.4], 20, [2.6, 41]),
  product('NF-HUI-250', 'Decaf Huila, 250 g', ALTURA, [13.5, 5.8], 20, [2.2, 21]),
  product('NF-BRK-500', 'Breakfast Blend, 500 g', ALTURA, [16, 6.9], 12, [3.1, 47]),
  product('NF-CER-1000', 'Cerrado, 1 kg', ALTURA, [24, 10.6], 12, [1.1, 52]),
  product('NF-OFF-5000', 'Office Blend, 5 kg', ALTURA, [98, 47], 2, [0.35, 44], { isLumpy: true }),
  product('NF-CAF-10', 'Café Espresso, 10 kg', ALTURA, [178, 92], 1, [0.3, 60], { isLumpy: true }),
  product('NF-DRIP-10', 'Drip Bags, box of 10', ALTURA, [12, 5.1], 12, [1.3, 40]),
  product('NF-XMAS-250', 'Winter Roast, 250 g', ALTURA, [14.5, 6.1], 20, [1.9, 40], { season: 'winter' }),
  product('NF-SUM-250', 'Iced Coffee Roast, 250 g', ALTURA, [13, 5.5], 20, [1.8, 40], { season: 'summer' }),
  product('NF-CAL-24', 'Advent Calendar, 24 coffees', ALTURA, [49, 22], 6, [0.5, 22], { season: 'gifts' }),
  product('NF-GFT-3', 'Gift Box, three coffees', ALTURA, [38, 16.5], 6, [0.9, 17], { season: 'gifts' }),
  product('NF-GEI-100', 'Geisha Reserve, 100 g', ALTURA, [24, 11.8], 10, [0.6, 45], { soldSinceDays: 24 }),
  product('NF-OAT-1000', 'Oat Barista, 1 l', ALTURA, [3.2, 1.9], 12, [8.5, 5]),
  product('NF-SYR-VAN', 'Vanilla Syrup, 500 ml', ALTURA, [9, 3.9], 6, [0.5, 66]),
  product('NF-CHO-400', 'Drinking Chocolate, 400 g', ALTURA, [11, 4.7], 12, [0.9, 50], { season: 'winter' }),
  product('NF-CHAI-300', 'Chai Mix, 300 g', ALTURA, [10.5, 4.6], 12, [0.45, 0], { season: 'winter' }),
  product('NF-MUG-SL', 'Enamel Mug, slate', HOLM, [14, 5.2], 12, [2.6, 24]),
  product('NF-MUG-CR', 'Enamel Mug, cream', HOLM, [14, 5.2], 12, [1.2, 95]),
  product('NF-CUP-ESP', 'Espresso Cup, 80 ml', HOLM, [11, 4.4], 12, [1.0, 88]),
  product('NF-CUP-CAP', 'Cappuccino Cup, 180 ml', HOLM, [13, 5.1], 12, [0.8, 111]),
  product('NF-CUP-LAT', 'Latte Bowl, 300 ml', HOLM, [16, 6.3], 12, [0.4, 160]),
  product('NF-SET-4', 'Cup Set, four pieces', HOLM, [44, 18.5], 4, [0.35, 102], { season: 'gifts' }),
  product('NF-CUP-HOTEL', 'Hotel Cup, carton of 24', HOLM, [120, 58], 1, [0.2, 110], { isLumpy: true }),
  product('NF-JAR-1L', 'Coffee Jar, 1 l', HOLM, [29, 12.2], 6, [0.4, 85]),
  product('NF-SAU-14', 'Saucer, 14 cm', HOLM, [6, 2.2], 24, [0.35, 240]),
  product('NF-DRP-CER', 'Ceramic Dripper 02', HOLM, [32, 13.9], 6, [0.5, 77]),
  product('NF-PIT-350', 'Serving Jug, 350 ml', HOLM, [22, 9.1], 6, [0.25, 110]),
  product('NF-TRV-CER', 'Travel Cup, ceramic', HOLM, [27, 11.3], 6, [0.45, 30], { soldSinceDays: 24 }),
  product('NF-GRN-01', 'Hand Grinder, steel', BREWLINE, [89, 41], 6, [1.0, 0]),
  product('NF-GRN-02', 'Hand Grinder, travel', BREWLINE, [64, 29], 6, [0.5, 98]),
  product('NF-GRN-E', 'Electric Grinder', BREWLINE, [229, 128], 1, [0.3, 81]),
  product('NF-KET-09', 'Gooseneck Kettle, 0.9 l', BREWLINE, [79, 36], 4, [0.8, 73]),
  product('NF-KET-E', 'Electric Kettle, 0.8 l', BREWLINE, [149, 78], 2, [0.35, 27]),
  product('NF-SCA-01', 'Brew Scale', BREWLINE, [59, 26], 6, [0.5, 84]),
  product('NF-CLD-750', 'Cold Brew Bottle, 750 ml', BREWLINE, [24, 9.8], 10, [0.9, 90], { season: 'summer' }),
  product('NF-CLD-BAG', 'Cold Brew Bags, pack of 8', BREWLINE, [9, 3.4], 20, [0.8, 120], {
    season: 'summer',
  }),
  product('NF-ICE-TRAY', 'Ice Cube Tray, large', BREWLINE, [12, 4.2], 12, [0.3, 210], { season: 'summer' }),
  product('NF-FLT-02', 'Paper Filters 02, 100 pcs', BREWLINE, [9, 2.9], 50, [5.2, 26]),
  product('NF-FLT-01', 'Paper Filters 01, 100 pcs', BREWLINE, [8, 2.6], 50, [1.4, 101]),
  product('NF-FLT-CHX', 'Chemistry Filters, 100 pcs', BREWLINE, [13, 4.6], 24, [0.9, 78]),
  product('NF-AER-PAP', 'Press Filters, 350 pcs', BREWLINE, [8, 2.4], 40, [0.9, 135]),
  product('NF-AER-01', 'Travel Press', BREWLINE, [36, 17], 8, [0.7, 29]),
  product('NF-FRP-1L', 'French Press, 1 l', BREWLINE, [42, 18], 6, [0.45, 91]),
  product('NF-MOK-3', 'Moka Pot, three cups', BREWLINE, [34, 14], 6, [0.4, 104]),
  product('NF-MOK-6', 'Moka Pot, six cups', BREWLINE, [44, 19], 6, [0.25, 130]),
  product('NF-TMP-58', 'Tamper, 58 mm', BREWLINE, [39, 15], 6, [0.2, 115]),
  product('NF-JUG-600', 'Milk Jug, 600 ml', BREWLINE, [26, 10.2], 6, [0.4, 80]),
  product('NF-CLN-TAB', 'Cleaning Tablets, 60 pcs', BREWLINE, [14, 5], 24, [0.9, 83]),
  product('NF-DSC-500', 'Descaler, 500 ml', BREWLINE, [11, 3.7], 6, [0.8, 25]),
  product('NF-BRU-01', 'Grinder Brush', BREWLINE, [9, 2.8], 12, [0.3, 140]),
  product('NF-THR-01', 'Brew Thermometer', BREWLINE, [18, 6.9], 12, [0.2, 320]),
  product('NF-CAN-VAC', 'Vacuum Canister', BREWLINE, [39, 17.5], 6, [0.35, 75]),
  product('NF-SRV-600', 'Glass Server, 600 ml', BREWLINE, [28, 11.5], 6, [0.3, 97]),
  product('NF-DRP-GLS', 'Glass Dripper', BREWLINE, [24, 9.5], 6, [0.3, 130]),
  product('NF-BAR-KIT', 'Barista Starter Kit', BREWLINE, [129, 61], 2, [0.25, 73], { season: 'gifts' }),
  product('NF-FLT-CAFE', 'Café Filters, carton of 1,000', BREWLINE, [46, 19], 4, [0.3, 90], {
    isLumpy: true,
  }),
]
