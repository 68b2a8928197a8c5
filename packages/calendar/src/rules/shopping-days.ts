import type { Rules, RulesOfCountries } from './shared.ts'

const BLACK_FRIDAY: Rules = { 'friday after 4th thursday in November': 'Black Friday' }
const CYBER_MONDAY: Rules = { 'monday after 4th thursday in November': 'Cyber Monday' }
const SINGLES_DAY: Rules = { '11-11': "Singles' Day" }
const BUEN_FIN: Rules = { 'friday before 3rd monday in November': 'El Buen Fin' }

const BLACK_WEEKEND: Rules = { ...BLACK_FRIDAY, ...CYBER_MONDAY }

/** The countries where the days are customary. */
const customary: readonly (readonly [Rules, string])[] = [
  [BLACK_WEEKEND, 'US CA GB IE AU NZ DE AT CH FR BE NL LU IT ES PT DK SE NO FI PL CZ SK HU RO GR ZA BR CO'],
  [BLACK_FRIDAY, 'AR CL SG HK TR AE SA IL'],
  [SINGLES_DAY, 'SG HK TR IL'],
  [BUEN_FIN, 'MX'],
]

export const SHOPPING_DAYS: RulesOfCountries = rulesByCountry()

function rulesByCountry(): RulesOfCountries {
  const found: Record<string, Rules> = {}
  for (const [rules, countries] of customary) {
    for (const country of countries.split(' ')) found[country] = { ...found[country], ...rules }
  }
  return found
}
