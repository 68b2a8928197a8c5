import { type OrderLanguage, orderLanguages } from '@stockcast/contract'

const names: Record<OrderLanguage, string> = {
  en: 'English',
  de: 'German (Deutsch)',
  es: 'Spanish (Español)',
  fr: 'French (Français)',
  it: 'Italian (Italiano)',
}

/** Returns the languages that orders are written in, and the supplier's own where a file named another one. */
export function languageChoices(own: string): { value: string; label: string }[] {
  const choices = orderLanguages.map((value) => ({ value: value as string, label: names[value] }))
  const isKnown = choices.some(({ value }) => value === own)
  return isKnown ? choices : [...choices, { value: own, label: `“${own}”, written in English` }]
}
