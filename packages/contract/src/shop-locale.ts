import { z } from 'zod'

const LOCALE_FORM = /^[A-Z]{2}$/

/** ISO 3166-1, two capital letters: `DE`. */
export const countryCodeSchema = z.string().regex(LOCALE_FORM, 'A country is two capital letters.')

/**
 * Returns the locale of a country's numbers, with Latin digits: `de-CH-u-nu-latn`. Without a country, that of
 * the US.
 */
export function numberLocale(country: string | null): string {
  return `${nativeLocale(country)}-u-nu-latn`
}

/**
 * Returns the locale for dates in English words, in the order of the country, on the Gregorian calendar.
 * Where the country has no English locale, it is that of Britain, or of the US for countries that write the
 * month first. Hours always follow the country.
 */
export function dateLocale(country: string | null): string {
  const native = nativeLocale(country)
  const english = `en-${native.slice(-2)}`
  // Some countries have another calendar, or other digits, even in English.
  if (isKnown(english)) return `${english}-u-ca-gregory-nu-latn`
  const { hourCycle } = new Intl.DateTimeFormat(native, { hour: 'numeric' }).resolvedOptions()
  return `${isMonthFirst(native) ? 'en-US' : 'en-GB'}-u-ca-gregory-hc-${hourCycle}-nu-latn`
}

/**
 * Returns the locale of the main language of a country, without its script: locales are known as `de-CH`, not `de-Latn-CH`.
 */
function nativeLocale(country: string | null): string {
  if (country === null || !LOCALE_FORM.test(country)) return 'en-US'
  return `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`
}

function isKnown(locale: string): boolean {
  return new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale
}

function isMonthFirst(locale: string): boolean {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', calendar: 'gregory' })
  const types = format.formatToParts(0).map(({ type }) => type)
  return types.indexOf('month') < types.indexOf('day')
}
