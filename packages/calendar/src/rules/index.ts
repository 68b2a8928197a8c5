import { AFRICA_AND_OCEANIA } from './africa-and-oceania.ts'
import { AMERICAS } from './americas.ts'
import { ASIA } from './asia.ts'
import { NORTHERN_AND_EASTERN_EUROPE } from './northern-and-eastern-europe.ts'
import type { RulesOfCountries } from './shared.ts'
import { WESTERN_EUROPE } from './western-europe.ts'

export { SHOPPING_DAYS as shoppingRules } from './shopping-days.ts'

export const holidayRules: RulesOfCountries = {
  ...WESTERN_EUROPE,
  ...NORTHERN_AND_EASTERN_EUROPE,
  ...AMERICAS,
  ...ASIA,
  ...AFRICA_AND_OCEANIA,
}
