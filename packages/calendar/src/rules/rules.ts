/**
 * Names by rules of date-holidays-parser. Where two rules give the same day, the one listed first counts. A rule with a
 * duration, such as P3D, must not reach into the next year.
 */
export type Rules = Readonly<Record<string, string>>

/** Rules by country, ISO 3166-1 alpha-2. */
export type RulesOfCountries = Readonly<Record<string, Rules>>
